import { recordIn } from '../rest/answers.ts';
import { type Answer, type CallOptions, call } from '../support/client.ts';

export const DAY = '2026-10-04';

export const SOUP = { name: 'Soup', kcal: 100, protein_g: 10, carbs_g: 7, fat_g: 3.333, weight_g: 200 };
export const BREAD = { name: 'Bread', kcal: 80, protein_g: 3, carbs_g: 15, fat_g: 1 };
export const LUNCH = {
  meal_type: 'lunch',
  eaten_at: `${DAY}T13:05:00+02:00`,
  description: 'Soup with bread',
  items: [SOUP, BREAD],
};

export const patch = (
  token: string,
  path: string,
  body: object,
  options: CallOptions = {},
): Promise<Answer> => call('PATCH', path, { token, body, ...options });

/** The body of a call that succeeds. */
// biome-ignore lint/suspicious/noExplicitAny: an answer in JSON
export const succeed = async (answer: Promise<Answer>): Promise<any> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

/** A new meal, as it is read. */
export const newLunch = async (token: string, more: object = {}) =>
  recordIn(await succeed(call('POST', '/meals', { token, body: { ...LUNCH, ...more } })));

export const read = (token: string, id: string, query = {}) =>
  succeed(call('GET', `/records/${id}`, { token, query }));
export const restore = (token: string, id: string, body: object = {}, options: CallOptions = {}) =>
  call('POST', `/records/${id}/restore`, { token, body, ...options });
