import { type Culture, dish, food } from './culture.ts';

const kasha = food('Овсяная каша на молоке', 'тарелка', 250, 3.4, 14.5, 3.2, 1.5, 4.5, 50);
const tvorog = food('Творог 5 %', 'пачка', 180, 17, 3, 5, 0, 3, 40);
const smetana = food('Сметана 15 %', 'столовая ложка', 25, 2.6, 3.2, 15, 0, 3.2, 40);
const syrniki = food('Сырники', 'три штуки', 180, 14, 21, 10, 0.7, 9, 190);
const bread = food('Хлеб ржаной', 'два куска', 60, 6.6, 41, 1.2, 6.5, 2, 550);
const cheese = food('Сыр', 'два ломтика', 40, 24, 0.3, 28, 0, 0.3, 800);
const omelette = food('Омлет', 'из двух яиц', 150, 10, 2, 13, 0, 1.5, 250);
const tea = food('Чай с лимоном и сахаром', 'кружка', 260, 0, 3.2, 0, 0, 3.2, 2);
const coffee = food('Кофе чёрный', 'чашка', 180, 0.1, 0.3, 0, 0, 0, 3);
const borscht = food('Борщ', 'тарелка', 350, 2.9, 6, 2.6, 1.3, 3, 260);
const shchi = food('Щи', 'тарелка', 350, 2.4, 3.8, 2.2, 1.2, 1.9, 270);
const cutlets = food('Куриные котлеты', 'две', 160, 17, 9, 9, 0.5, 0.8, 380);
const buckwheat = food('Гречка', 'тарелка', 200, 4.2, 21, 1.6, 2.7, 0.3, 150);
const mash = food('Картофельное пюре', 'порция', 200, 2.1, 14.5, 3.8, 1.4, 1.4, 220);
const fish = food('Запечённая треска', 'кусок', 170, 19, 1, 2.5, 0, 0.2, 150);
const salad = food('Салат из огурцов и помидоров', 'миска', 180, 0.9, 3.6, 4.5, 1, 2.6, 180);
const vinegret = food('Винегрет', 'порция', 180, 1.6, 9, 5, 2.2, 4, 260);
const pelmeni = food('Пельмени', 'двенадцать штук', 220, 10.5, 24, 10, 1.1, 1, 420);
const cabbageRolls = food('Голубцы', 'два', 280, 7, 8.5, 6, 1.4, 2.8, 260);
const kefir = food('Кефир', 'стакан', 250, 3, 4, 2.5, 0, 4, 45);
const apple = food('Яблоко', 'одно', 150, 0.3, 13.8, 0.2, 2.4, 10.4, 1);
const dried = food('Курага', 'горсть', 40, 3.4, 60, 0.5, 7.3, 53, 10);
const nuts = food('Грецкие орехи', 'горсть', 30, 15, 14, 65, 6.7, 2.6, 2);
const cookies = food('Овсяное печенье', 'два', 40, 6.5, 70, 15, 3, 32, 340);
const pirozhok = food('Пирожок с капустой', 'один', 100, 6, 35, 9, 2, 4, 350);

export const russian: Culture = {
  language: 'ru',
  timeZones: ['Europe/Riga', 'Europe/Tallinn', 'Europe/Berlin', 'Asia/Almaty'],
  names: ['anna', 'dmitry', 'olga', 'sergey', 'irina', 'pavel', 'vera', 'maxim', 'darya', 'nikita'],
  mealtimes: {
    breakfast: {
      hour: 8.1,
      dishes: [
        dish('Овсянка и чай', kasha, tea),
        dish('Творог со сметаной, кофе', tvorog, smetana, coffee),
        dish('Три сырника с чаем', syrniki, tea),
        dish('Омлет и бутерброд с сыром', omelette, bread, cheese),
        dish('Только кофе', coffee),
      ],
    },
    lunch: {
      hour: 13.3,
      dishes: [
        dish('Борщ со сметаной и хлебом', borscht, smetana, bread),
        dish('Щи и пирожок с капустой', shchi, pirozhok),
        dish('Котлеты с гречкой и салат', cutlets, buckwheat, salad),
        dish('В столовой: котлета с пюре и винегрет', cutlets, mash, vinegret),
        dish('Вчерашние голубцы', cabbageRolls, smetana),
      ],
    },
    dinner: {
      hour: 19.5,
      dishes: [
        dish('Треска с пюре и салатом', fish, mash, salad),
        dish('Пельмени со сметаной', pelmeni, smetana),
        dish('Гречка с овощным салатом', buckwheat, salad),
        dish('Голубцы', cabbageRolls, smetana),
        dish('Омлет и винегрет', omelette, vinegret),
      ],
    },
    snack: {
      hour: 16.5,
      dishes: [
        dish('Яблоко и горсть орехов', apple, nuts),
        dish('Чай с овсяным печеньем', tea, cookies),
        dish('Стакан кефира', kefir),
        dish('Немного кураги', dried),
      ],
    },
  },
  workouts: ['Бег', 'Лыжи', 'Плавание', 'Йога', 'Велосипед', 'Тренажёрный зал'],
  notes: [
    {
      text: 'Ночью спалось плохо, утро вышло тяжёлое. После прогулки с собакой стало легче.',
      statements: [
        { kind: 'sleep', text: 'Плохо спалось', when: 'ночью' },
        { kind: 'feeling', text: 'Тяжёлое утро', when: 'утром' },
        { kind: 'activity', text: 'Прогулка с собакой', when: 'днём' },
      ],
      links: [{ did: 'Прогулка с собакой', felt: 'Легче', quote: 'После прогулки с собакой стало легче' }],
    },
    {
      text: 'Час в бассейне, и спина впервые за неделю не болит.',
      statements: [
        { kind: 'activity', text: 'Час в бассейне', when: 'вечером' },
        { kind: 'body', text: 'Спина не болит', when: 'вечером' },
      ],
      links: [{ did: 'Час в бассейне', felt: 'Спина не болит', quote: 'спина впервые за неделю не болит' }],
    },
    {
      text: 'Весь день на созвонах, к вечеру болит голова.',
      statements: [
        { kind: 'other', text: 'Созвоны весь день', when: 'днём' },
        { kind: 'body', text: 'Болит голова', when: 'к вечеру' },
      ],
      links: [{ did: 'Созвоны весь день', felt: 'Головная боль', quote: 'к вечеру болит голова' }],
    },
    {
      text: 'На обед времени не было, зато вечером целых две тарелки пельменей.',
      statements: [
        { kind: 'food', text: 'Без обеда', when: 'днём' },
        { kind: 'food', text: 'Две тарелки пельменей', when: 'вечером' },
      ],
      links: [],
    },
    {
      text: 'Вчера спать в одиннадцать и без телефона. Утром голова ясная!',
      statements: [
        { kind: 'sleep', text: 'Спать в одиннадцать, без телефона', when: 'вчера' },
        { kind: 'feeling', text: 'Ясная голова', when: 'утром' },
      ],
      links: [{ did: 'Спать в одиннадцать', felt: 'Ясная голова', quote: 'Утром голова ясная!' }],
    },
    {
      text: 'Дача, весь день в саду. Устали, но приятно.',
      statements: [{ kind: 'activity', text: 'Весь день в саду', when: 'днём' }],
      links: [{ did: 'Весь день в саду', felt: 'Приятная усталость', quote: 'Устали, но приятно' }],
    },
    { text: 'Обычный день, настроение ровное.', statements: [], links: [] },
  ],
};
