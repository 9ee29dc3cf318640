import { type Culture, dish, food } from './culture.ts';

const porridge = food('Porridge with milk', 'one bowl', 280, 4, 13.5, 2.6, 1.6, 4.2, 45);
const toast = food('Wholemeal toast', 'two slices', 72, 10, 44, 3, 7, 4, 450);
const butter = food('Butter', 'thinly spread', 10, 0.6, 0.6, 81, 0, 0.6, 600);
const eggs = food('Boiled eggs', 'two', 110, 12.6, 1.1, 10.6, 0, 1.1, 124);
const banana = food('Banana', 'one', 118, 1.1, 22.8, 0.3, 2.6, 12.2, 1);
const coffee = food('Coffee with milk', 'one mug', 240, 0.8, 1.1, 0.8, 0, 1.1, 12);
const tea = food('Tea with milk', 'one mug', 250, 0.4, 0.5, 0.4, 0, 0.5, 6);
const yoghurt = food('Greek yoghurt', 'one pot', 150, 9, 4, 5, 0, 4, 40);
const berries = food('Mixed berries', 'a handful', 80, 0.9, 10, 0.4, 4.5, 6.5, 1);
const granola = food('Granola', 'four spoonfuls', 45, 10, 62, 15, 8, 20, 60);
const sandwich = food('Chicken salad sandwich', 'one', 210, 11, 20, 8, 2, 2.5, 380);
const tomatoSoup = food('Tomato soup', 'one bowl', 300, 1.2, 8, 2.4, 0.9, 5, 300);
const jacketPotato = food('Jacket potato', 'one large', 300, 2.5, 21, 0.1, 2.2, 1.2, 10);
const bakedBeans = food('Baked beans', 'half a tin', 200, 4.8, 13, 0.4, 4, 4.7, 330);
const cheddar = food('Cheddar', 'a handful, grated', 30, 25, 0.1, 34, 0, 0.1, 700);
const salmon = food('Grilled salmon', 'one fillet', 140, 24, 0, 14, 0, 0, 70);
const rice = food('Boiled rice', 'one cupful', 160, 2.7, 28, 0.3, 0.4, 0.1, 1);
const broccoli = food('Broccoli', 'a few florets', 90, 3, 5, 0.5, 3, 1.5, 20);
const chicken = food('Roast chicken', 'three slices', 130, 28, 0, 6, 0, 0, 80);
const carrots = food('Carrots', 'two spoonfuls', 80, 0.8, 8, 0.2, 2.8, 4.7, 50);
const bolognese = food('Spaghetti bolognese', 'one plate', 380, 6.5, 14, 4.5, 1.3, 2.5, 190);
const curry = food('Chickpea curry', 'one bowl', 330, 4.8, 13, 5, 3.6, 3, 240);
const salad = food('Green salad with dressing', 'one bowl', 100, 1.3, 3, 3.5, 1.6, 2, 90);
const apple = food('Apple', 'one', 150, 0.3, 13.8, 0.2, 2.4, 10.4, 1);
const almonds = food('Almonds', 'a small handful', 28, 21, 21.6, 50, 12.5, 4.4, 1);
const biscuits = food('Digestive biscuits', 'two', 30, 7, 63, 21, 3.6, 17, 550);
const chocolate = food('Dark chocolate', 'three squares', 25, 7.8, 46, 43, 11, 24, 20);
const hummus = food('Hummus with carrot sticks', 'a small plate', 120, 5, 13, 8, 4.5, 3, 260);

export const english: Culture = {
  language: 'en',
  timeZones: ['Europe/London', 'Europe/Dublin', 'Europe/Malta'],
  names: ['emma', 'liam', 'olivia', 'jack', 'grace', 'noah', 'maeve', 'harry', 'isla', 'conor'],
  mealtimes: {
    breakfast: {
      hour: 7.75,
      dishes: [
        dish('Porridge with a banana', porridge, banana),
        dish('Two boiled eggs on toast and a tea', eggs, toast, butter, tea),
        dish('Yoghurt with berries and granola', yoghurt, berries, granola),
        dish('Toast and a coffee on the way out', toast, butter, coffee),
        dish('Just a coffee', coffee),
      ],
    },
    lunch: {
      hour: 12.75,
      dishes: [
        dish('Chicken sandwich and an apple at my desk', sandwich, apple),
        dish('Tomato soup with toast', tomatoSoup, toast, butter),
        dish('Jacket potato with beans and cheese', jacketPotato, bakedBeans, cheddar),
        dish('What was left of the curry', curry, rice),
        dish('Big salad with chicken', salad, chicken),
      ],
    },
    dinner: {
      hour: 18.75,
      dishes: [
        dish('Salmon, rice and broccoli', salmon, rice, broccoli),
        dish('Spaghetti bolognese with salad', bolognese, salad),
        dish('Roast chicken with potato and carrots', chicken, jacketPotato, carrots),
        dish('Chickpea curry and rice', curry, rice),
        dish('Soup and cheese on toast', tomatoSoup, toast, cheddar),
      ],
    },
    snack: {
      hour: 16,
      dishes: [
        dish('Tea and two biscuits', tea, biscuits),
        dish('An apple and some almonds', apple, almonds),
        dish('A bit of dark chocolate', chocolate),
        dish('Hummus and carrots', hummus),
      ],
    },
  },
  workouts: ['Running', 'Cycling', 'Swimming', 'Yoga', 'Strength training', 'Football'],
  notes: [
    {
      text: 'Slept badly, woke up twice and was slow all morning. A walk at lunch cleared my head.',
      statements: [
        { kind: 'sleep', text: 'Slept badly, woke up twice', when: 'last night' },
        { kind: 'feeling', text: 'Slow all morning', when: 'morning' },
        { kind: 'activity', text: 'Walked at lunch', when: 'lunchtime' },
      ],
      links: [{ did: 'Walked at lunch', felt: 'A clear head', quote: 'A walk at lunch cleared my head' }],
    },
    {
      text: 'Long day at the desk. My shoulders are stiff again, otherwise fine.',
      statements: [
        { kind: 'body', text: 'Stiff shoulders', when: 'evening' },
        { kind: 'other', text: 'Long day at the desk', when: null },
      ],
      links: [],
    },
    {
      text: 'Had porridge instead of only coffee and was not hungry until one.',
      statements: [
        { kind: 'food', text: 'Porridge for breakfast', when: 'morning' },
        { kind: 'body', text: 'Not hungry until one', when: 'morning' },
      ],
      links: [{ did: 'Ate porridge', felt: 'Not hungry', quote: 'was not hungry until one' }],
    },
    {
      text: 'Easy run by the river with Tom before work. In a good mood ever since!',
      statements: [
        { kind: 'activity', text: 'Easy run by the river with Tom', when: 'before work' },
        { kind: 'feeling', text: 'Good mood', when: 'all day' },
      ],
      links: [{ did: 'Ran by the river', felt: 'Good mood', quote: 'In a good mood ever since!' }],
    },
    {
      text: 'Headache in the afternoon, maybe the screen. Gone after dinner.',
      statements: [{ kind: 'body', text: 'Headache, gone after dinner', when: 'afternoon' }],
      links: [],
    },
    {
      text: 'Two coffees after four, and then I lay awake until one.',
      statements: [
        { kind: 'food', text: 'Two coffees', when: 'after four' },
        { kind: 'sleep', text: 'Lay awake until one', when: 'night' },
      ],
      links: [{ did: 'Drank two coffees after four', felt: 'Wide awake', quote: 'I lay awake until one' }],
    },
    { text: 'Quiet day. Cooked with the children, early to bed.', statements: [], links: [] },
  ],
};
