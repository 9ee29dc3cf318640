import { type Culture, dish, food } from './culture.ts';

const cafeConLeche = food('Café con leche', 'una taza', 200, 1.9, 2.6, 1.9, 0, 2.6, 25);
const tostada = food('Tostada de pan', 'dos rebanadas', 80, 9, 52, 1.8, 3, 3, 520);
const tomate = food('Tomate rallado', 'dos cucharadas', 50, 0.9, 3.9, 0.2, 1.2, 2.6, 5);
const aceite = food('Aceite de oliva', 'un chorrito', 10, 0, 0, 100, 0, 0, 0);
const jamon = food('Jamón serrano', 'tres lonchas', 45, 31, 0.4, 13, 0, 0.2, 2100);
const yogur = food('Yogur natural', 'uno', 125, 3.7, 4.7, 3.2, 0, 4.7, 50);
const muesli = food('Muesli', 'tres cucharadas', 40, 10, 63, 7, 8, 13, 40);
const naranja = food('Naranja', 'una', 180, 0.9, 11.8, 0.1, 2.4, 9.4, 1);
const lentejas = food('Lentejas estofadas', 'un plato hondo', 350, 5.4, 13, 3, 4, 1.8, 260);
const gazpacho = food('Gazpacho', 'un vaso grande', 300, 0.8, 4, 2.8, 0.9, 3, 250);
const paella = food('Arroz con verduras y pollo', 'un plato', 350, 6.5, 20, 5, 1.2, 1.2, 280);
const merluza = food('Merluza a la plancha', 'un filete', 180, 17, 0, 2.5, 0, 0, 120);
const patatas = food('Patatas cocidas', 'dos medianas', 200, 1.9, 18, 0.1, 2, 0.9, 5);
const ensalada = food('Ensalada mixta', 'un bol', 200, 2.2, 4, 5, 1.6, 2.6, 130);
const pollo = food('Pechuga de pollo', 'una', 150, 29, 0, 3.5, 0, 0, 75);
const judias = food('Judías verdes', 'un plato', 180, 1.8, 7, 0.3, 3.2, 2.5, 8);
const pan = food('Pan', 'un trozo', 50, 8.5, 52, 1.5, 2.8, 3, 560);
const tortilla = food('Tortilla de patatas', 'un pincho', 150, 6, 12, 11, 1.4, 1.2, 350);
const crema = food('Crema de calabacín', 'un plato', 300, 1.4, 5, 2.6, 1.1, 2.6, 220);
const revuelto = food('Revuelto de champiñones', 'un plato', 200, 9, 2.2, 9.5, 0.9, 1.3, 260);
const queso = food('Queso semicurado', 'dos cuñas', 40, 25, 1, 33, 0, 0.5, 680);
const atun = food('Atún en conserva', 'una lata', 60, 25, 0, 10, 0, 0, 370);
const manzana = food('Manzana', 'una', 150, 0.3, 13.8, 0.2, 2.4, 10.4, 1);
const nueces = food('Nueces', 'un puñado', 30, 15, 14, 65, 6.7, 2.6, 2);
const galletas = food('Galletas maría', 'cuatro', 24, 7, 74, 13, 2.5, 21, 400);
const platano = food('Plátano', 'uno', 110, 1.1, 22.8, 0.3, 2.6, 12.2, 1);

export const spanish: Culture = {
  language: 'es',
  timeZones: ['Europe/Madrid', 'Atlantic/Canary'],
  names: ['lucia', 'mateo', 'carmen', 'javier', 'elena', 'pablo', 'marta', 'alvaro', 'ines', 'diego'],
  mealtimes: {
    breakfast: {
      hour: 8.25,
      dishes: [
        dish('Tostada con tomate y aceite, y un café con leche', tostada, tomate, aceite, cafeConLeche),
        dish('Yogur con muesli y una naranja', yogur, muesli, naranja),
        dish('Tostada con jamón y café', tostada, jamon, cafeConLeche),
        dish('Café con cuatro galletas', cafeConLeche, galletas),
      ],
    },
    lunch: {
      hour: 14.4,
      dishes: [
        dish('Lentejas en casa, con pan y una naranja', lentejas, pan, naranja),
        dish('Arroz con pollo y ensalada', paella, ensalada),
        dish('Gazpacho y pechuga con patatas', gazpacho, pollo, patatas),
        dish('Merluza con judías verdes', merluza, judias, pan),
        dish('Ensalada con atún y un yogur', ensalada, atun, yogur),
      ],
    },
    dinner: {
      hour: 21.2,
      dishes: [
        dish('Tortilla de patatas con ensalada', tortilla, ensalada),
        dish('Crema de calabacín y un poco de queso', crema, queso, pan),
        dish('Revuelto de champiñones', revuelto, pan),
        dish('Merluza a la plancha con patatas', merluza, patatas),
        dish('Pan con jamón y tomate', pan, jamon, tomate, aceite),
      ],
    },
    snack: {
      hour: 18,
      dishes: [
        dish('Una manzana y unas nueces', manzana, nueces),
        dish('Café con leche y galletas', cafeConLeche, galletas),
        dish('Un plátano antes de entrenar', platano),
        dish('Un yogur', yogur),
      ],
    },
  },
  workouts: ['Correr', 'Bicicleta', 'Natación', 'Pádel', 'Pilates', 'Senderismo'],
  notes: [
    {
      text: 'He dormido mal por el calor y he estado irritable toda la mañana. La siesta me ha salvado.',
      statements: [
        { kind: 'sleep', text: 'Dormí mal por el calor', when: 'anoche' },
        { kind: 'feeling', text: 'Irritable', when: 'por la mañana' },
        { kind: 'sleep', text: 'Siesta', when: 'después de comer' },
      ],
      links: [{ did: 'Dormí la siesta', felt: 'Alivio', quote: 'La siesta me ha salvado' }],
    },
    {
      text: 'Pádel con los de la oficina. Acabé sin fuerzas pero de muy buen humor.',
      statements: [
        { kind: 'activity', text: 'Pádel con los compañeros', when: 'por la tarde' },
        { kind: 'feeling', text: 'Muy buen humor', when: 'por la noche' },
      ],
      links: [{ did: 'Jugué al pádel', felt: 'Buen humor', quote: 'de muy buen humor' }],
    },
    {
      text: 'Cené muy tarde y me fui a la cama con el estómago pesado.',
      statements: [
        { kind: 'food', text: 'Cena muy tarde', when: 'por la noche' },
        { kind: 'body', text: 'Estómago pesado', when: 'al acostarme' },
      ],
      links: [{ did: 'Cené muy tarde', felt: 'Pesadez', quote: 'con el estómago pesado' }],
    },
    {
      text: 'Día tranquilo, paseo largo por la playa con mi hermana.',
      statements: [{ kind: 'activity', text: 'Paseo largo por la playa', when: null }],
      links: [],
    },
    {
      text: 'Me duele un poco la rodilla derecha desde ayer.',
      statements: [{ kind: 'body', text: 'Dolor en la rodilla derecha', when: 'desde ayer' }],
      links: [],
    },
    {
      text: 'Mucho trabajo, no paré ni para comer con calma. Por la tarde no me concentraba.',
      statements: [
        { kind: 'other', text: 'Mucho trabajo', when: null },
        { kind: 'food', text: 'Comida con prisas', when: 'a mediodía' },
        { kind: 'feeling', text: 'Sin concentración', when: 'por la tarde' },
      ],
      links: [
        { did: 'Comí con prisas', felt: 'Falta de concentración', quote: 'Por la tarde no me concentraba' },
      ],
    },
    { text: 'Todo normal hoy, nada que contar.', statements: [], links: [] },
  ],
};
