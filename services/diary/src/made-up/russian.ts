import { type Culture, dish } from './culture.ts';
import { russianFoods as foods } from './russian-foods.ts';

export const russian: Culture = {
  language: 'ru',
  timeZones: ['Europe/Riga', 'Europe/Tallinn', 'Europe/Berlin', 'Asia/Almaty'],
  names: ['anna', 'dmitry', 'olga', 'sergey', 'irina', 'pavel', 'vera', 'maxim', 'darya', 'nikita'],
  mealtimes: {
    breakfast: {
      hour: 8.1,
      dishes: [
        dish('Овсянка и чай', foods.kasha, foods.tea),
        dish('Творог со сметаной, кофе', foods.tvorog, foods.smetana, foods.coffee),
        dish('Три сырника с чаем', foods.syrniki, foods.tea),
        dish('Омлет и бутерброд с сыром', foods.omelette, foods.bread, foods.cheese),
        dish('Только кофе', foods.coffee),
      ],
    },
    lunch: {
      hour: 13.3,
      dishes: [
        dish('Борщ со сметаной и хлебом', foods.borscht, foods.smetana, foods.bread),
        dish('Щи и пирожок с капустой', foods.shchi, foods.pirozhok),
        dish('Котлеты с гречкой и салат', foods.cutlets, foods.buckwheat, foods.salad),
        dish('В столовой: котлета с пюре и винегрет', foods.cutlets, foods.mash, foods.vinegret),
        dish('Вчерашние голубцы', foods.cabbageRolls, foods.smetana),
      ],
    },
    dinner: {
      hour: 19.5,
      dishes: [
        dish('Треска с пюре и салатом', foods.fish, foods.mash, foods.salad),
        dish('Пельмени со сметаной', foods.pelmeni, foods.smetana),
        dish('Гречка с овощным салатом', foods.buckwheat, foods.salad),
        dish('Голубцы', foods.cabbageRolls, foods.smetana),
        dish('Омлет и винегрет', foods.omelette, foods.vinegret),
      ],
    },
    snack: {
      hour: 16.5,
      dishes: [
        dish('Яблоко и горсть орехов', foods.apple, foods.nuts),
        dish('Чай с овсяным печеньем', foods.tea, foods.cookies),
        dish('Стакан кефира', foods.kefir),
        dish('Немного кураги', foods.dried),
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
