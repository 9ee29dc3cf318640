import { expect } from '@jest/globals';
import { meal } from '../rest/samples.ts';
import { type Connection, call } from '../support/client.ts';
import { open, postAs, type SignedIn } from './steps.ts';

/** The path of a link's address. */
export const pathOf = (url: string): string => new URL(url).pathname;

/** Keeps a link as its page's form does. */
export const keep = (reader: SignedIn, url: string, name: string) =>
  postAs(reader, pathOf(url), { action: 'keep', name });

/** The rows of the table as text, by name; a name twice is an error. */
export const tableOf = async (reader: SignedIn, query = ''): Promise<Map<string, string[]>> => {
  const { html } = await open(`/clients${query}`, reader);
  const rows = [...(/<tbody>(.*)<\/tbody>/s.exec(html)?.[1] ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(
    ([, row = '']) =>
      [...row.matchAll(/<(?:th|td)\b[^>]*>(.*?)<\/(?:th|td)>/gs)].map(([, cell = '']) =>
        cell
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
  );
  const table = new Map(rows.map(([name = '', ...cells]) => [name, cells]));
  expect(table.size).toBe(rows.length);
  return table;
};

/** Has an assistant record a meal and, where they are given, the steps of the same day. */
export const record = async (
  { token }: Connection,
  day: string,
  kcal: number,
  steps?: number,
): Promise<void> => {
  const [item] = meal.items;
  const body = { ...meal, eaten_at: `${day}T12:00:00Z`, items: [{ ...item, kcal }] };
  expect((await call('POST', '/meals', { token, body })).status).toBe(201);
  if (steps === undefined) return;
  expect((await call('PUT', `/days/${day}/activity`, { token, body: { steps } })).status).toBe(200);
};
