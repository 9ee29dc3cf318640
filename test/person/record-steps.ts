import { callAs, type Person } from './diary-person.ts';
import { postAs } from './steps.ts';

export const DAY = '2026-10-04';
const AT = `${DAY}T13:05:00+02:00`;
const SOUP = { name: 'Soup', kcal: 100, protein_g: 10, carbs_g: 7, fat_g: 3.333, weight_g: 200 };
const BREAD = { name: 'Bread of <rye>', kcal: 80, protein_g: 3, carbs_g: 15, fat_g: 1 };
export const LUNCH = {
  meal_type: 'lunch',
  eaten_at: AT,
  description: '\nSoup\r\nwith bread',
  items: [SOUP, BREAD],
};
const NOTE = {
  text: 'Ran before work.\nTired <u>today',
  recorded_at: AT,
  statements: [{ kind: 'activity', text: 'Ran' }],
  links: [{ did: 'ran', felt: 'tired', quote: 'Ran before work' }],
};

/** Where a record's page is. */
export const pathOf = (id: string) => `/report/records/${id}`;
/** A record with its versions. */
export const read = (person: Person, id: string) => callAs(person, 'GET', `/records/${id}`);
/** Sends a form of a record's page. */
export const act = (person: Person, id: string, action: string, fields: Record<string, string> = {}) =>
  postAs(person, pathOf(id), { action, ...fields });

/** A record of every kind; their ids. */
export const recordDay = async (person: Person): Promise<string[]> => {
  const recorded = [
    await callAs(person, 'POST', '/meals', LUNCH),
    await callAs(person, 'PUT', `/days/${DAY}/activity`, {
      steps: 8400,
      workouts: [{ type: 'Run', minutes: 30 }],
    }),
    await callAs(person, 'PUT', `/days/${DAY}/sleep`, { bedtime: '23:10', asleep_minutes: 440 }),
    await callAs(person, 'POST', '/wellbeing', NOTE),
  ];
  return recorded.map(({ id }) => id);
};
