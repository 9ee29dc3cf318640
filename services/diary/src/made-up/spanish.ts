import { type Culture, dish } from './culture.ts';
import { spanishFoods as foods } from './spanish-foods.ts';

export const spanish: Culture = {
  language: 'es',
  timeZones: ['Europe/Madrid', 'Atlantic/Canary'],
  names: ['lucia', 'mateo', 'carmen', 'javier', 'elena', 'pablo', 'marta', 'alvaro', 'ines', 'diego'],
  mealtimes: {
    breakfast: {
      hour: 8.25,
      dishes: [
        dish(
          'Tostada con tomate y aceite, y un café con leche',
          foods.tostada,
          foods.tomate,
          foods.aceite,
          foods.cafeConLeche,
        ),
        dish('Yogur con muesli y una naranja', foods.yogur, foods.muesli, foods.naranja),
        dish('Tostada con jamón y café', foods.tostada, foods.jamon, foods.cafeConLeche),
        dish('Café con cuatro galletas', foods.cafeConLeche, foods.galletas),
      ],
    },
    lunch: {
      hour: 14.4,
      dishes: [
        dish('Lentejas en casa, con pan y una naranja', foods.lentejas, foods.pan, foods.naranja),
        dish('Arroz con pollo y ensalada', foods.paella, foods.ensalada),
        dish('Gazpacho y pechuga con patatas', foods.gazpacho, foods.pollo, foods.patatas),
        dish('Merluza con judías verdes', foods.merluza, foods.judias, foods.pan),
        dish('Ensalada con atún y un yogur', foods.ensalada, foods.atun, foods.yogur),
      ],
    },
    dinner: {
      hour: 21.2,
      dishes: [
        dish('Tortilla de patatas con ensalada', foods.tortilla, foods.ensalada),
        dish('Crema de calabacín y un poco de queso', foods.crema, foods.queso, foods.pan),
        dish('Revuelto de champiñones', foods.revuelto, foods.pan),
        dish('Merluza a la plancha con patatas', foods.merluza, foods.patatas),
        dish('Pan con jamón y tomate', foods.pan, foods.jamon, foods.tomate, foods.aceite),
      ],
    },
    snack: {
      hour: 18,
      dishes: [
        dish('Una manzana y unas nueces', foods.manzana, foods.nueces),
        dish('Café con leche y galletas', foods.cafeConLeche, foods.galletas),
        dish('Un plátano antes de entrenar', foods.platano),
        dish('Un yogur', foods.yogur),
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
