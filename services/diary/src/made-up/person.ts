import { mapFields } from 'shared/contract/map-fields.ts';
import { TARGET_FIELDS } from 'shared/contract/measures.ts';
import type { Targets } from 'shared/contract/operations/days.ts';
import type { Culture } from './culture.ts';
import { CULTURES } from './cultures.ts';
import { createRandom, type Random } from './random.ts';

/** Somebody who does not exist, and how they live and record. */
export type Person = {
  culture: Culture;
  email: string;
  timeZone: string;
  /** The application that they talk to, and the model that it estimates with. */
  clientName: string;
  model: string;
  /** How much they eat, where 1 is a usual portion. */
  appetite: number;
  /** How likely they are to record a meal, and to record anything at all on a day; 0 to 1. */
  diligence: number;
  /** How likely their assistant is to estimate what an item may leave out; 0 to 1. */
  thoroughness: number;
  /** What counts their steps, and with a watch their sleep. */
  device: 'watch' | 'phone' | 'none';
  stepsADay: number;
  /** How likely they are to exercise, and to tell how they feel, on a day; 0 to 1. */
  sportiness: number;
  talkativeness: number;
  /** Hours after noon at which they go to bed, and how many they sleep. */
  bedtime: number;
  sleepHours: number;
  /** At rest, in beats per minute. */
  heartRate: number;
  /** What they set themselves on their page. */
  targets: Targets | null;
};

/** The person of this number, and the chance that the rest of their life is made of. */
export const makePerson = (seed: number, number: number): { person: Person; random: Random } => {
  const random = createRandom(seed * 1_000_003 + number);
  const culture = random.pick(Object.values(CULTURES) as [Culture, ...Culture[]]);
  const person: Person = {
    culture,
    email: `${random.pick(culture.names)}.${seed}.${number}@example.org`,
    timeZone: random.pick(culture.timeZones),
    clientName: random.pick(['Kitchen assistant', 'Pocket assistant', 'Desk assistant']),
    model: random.pick(['meadow-large', 'meadow-mini', 'harbour-2']),
    appetite: random.around(1, 0.3),
    diligence: random.between(0.6, 0.97),
    thoroughness: random.between(0.2, 1),
    device: random.pick(['watch', 'watch', 'phone', 'none']),
    stepsADay: random.around(7500, 3000),
    sportiness: random.between(0.05, 0.5),
    talkativeness: random.between(0.1, 0.6),
    bedtime: random.around(11.3, 1),
    sleepHours: random.around(7.2, 0.8),
    heartRate: random.integer(52, 70),
    targets: random.chance(0.4) ? makeTargets(random) : null,
  };
  return { person, random };
};

const makeTargets = (random: Random): Targets => ({
  ...mapFields(TARGET_FIELDS, () => null),
  kcal: random.integer(34, 52) * 50,
  protein_g: random.chance(0.6) ? random.integer(12, 26) * 5 : null,
  fiber_g: random.chance(0.4) ? 30 : null,
  steps: random.integer(6, 12) * 1000,
  exercise_minutes: random.chance(0.3) ? 30 : null,
  sleep_minutes: random.chance(0.5) ? random.integer(14, 17) * 30 : null,
});
