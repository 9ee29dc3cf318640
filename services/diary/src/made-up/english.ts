import { type Culture, dish } from './culture.ts';
import { englishFoods as foods } from './english-foods.ts';

export const english: Culture = {
  language: 'en',
  timeZones: ['Europe/London', 'Europe/Dublin', 'Europe/Malta'],
  names: ['emma', 'liam', 'olivia', 'jack', 'grace', 'noah', 'maeve', 'harry', 'isla', 'conor'],
  mealtimes: {
    breakfast: {
      hour: 7.75,
      dishes: [
        dish('Porridge with a banana', foods.porridge, foods.banana),
        dish('Two boiled eggs on toast and a tea', foods.eggs, foods.toast, foods.butter, foods.tea),
        dish('Yoghurt with berries and granola', foods.yoghurt, foods.berries, foods.granola),
        dish('Toast and a coffee on the way out', foods.toast, foods.butter, foods.coffee),
        dish('Just a coffee', foods.coffee),
      ],
    },
    lunch: {
      hour: 12.75,
      dishes: [
        dish('Chicken sandwich and an apple at my desk', foods.sandwich, foods.apple),
        dish('Tomato soup with toast', foods.tomatoSoup, foods.toast, foods.butter),
        dish('Jacket potato with beans and cheese', foods.jacketPotato, foods.bakedBeans, foods.cheddar),
        dish('What was left of the curry', foods.curry, foods.rice),
        dish('Big salad with chicken', foods.salad, foods.chicken),
      ],
    },
    dinner: {
      hour: 18.75,
      dishes: [
        dish('Salmon, rice and broccoli', foods.salmon, foods.rice, foods.broccoli),
        dish('Spaghetti bolognese with salad', foods.bolognese, foods.salad),
        dish('Roast chicken with potato and carrots', foods.chicken, foods.jacketPotato, foods.carrots),
        dish('Chickpea curry and rice', foods.curry, foods.rice),
        dish('Soup and cheese on toast', foods.tomatoSoup, foods.toast, foods.cheddar),
      ],
    },
    snack: {
      hour: 16,
      dishes: [
        dish('Tea and two biscuits', foods.tea, foods.biscuits),
        dish('An apple and some almonds', foods.apple, foods.almonds),
        dish('A bit of dark chocolate', foods.chocolate),
        dish('Hummus and carrots', foods.hummus),
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
