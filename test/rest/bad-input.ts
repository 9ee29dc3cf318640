import { expect } from '@jest/globals';
import type { Operation } from 'shared/contract/operation.ts';
import { type Issue, problem } from 'shared/contract/problem.ts';
import { type Answer, call } from '../support/client.ts';
import { INTERNALS } from '../support/internals.ts';
import { newToken } from '../support/new-token.ts';
import { meal } from './samples.ts';

/** The day of the examples. */
export const DAY = '2026-10-04';

/** Expects a 4xx problem that discloses no internals and has at most one issue per place. */
export const expectRefused = (answer: Answer): void => {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(problem.parse(answer.body)).toEqual(answer.body);
  expect(answer.body.status).toBe(answer.status);
  expect(answer.text).not.toMatch(INTERNALS);
  // The wording of zod: "Invalid input: expected number, received string", "Too big: expected …".
  expect(answer.text).not.toMatch(/: expected|received/);
  const places = (answer.body.issues ?? []).map(({ pointer }: Issue) => pointer);
  expect(places).toEqual([...new Set(places)]);
};

/** An account with a record of every kind, and a function that reads everything. */
export const newDiary = async () => {
  const token = await newToken();
  await call('POST', '/meals', { token, body: { ...meal, eaten_at: `${DAY}T12:00:00+00:00` } });
  await call('POST', '/wellbeing', { token, body: { text: 'Fine', recorded_at: `${DAY}T12:00:00+00:00` } });
  await call('PUT', `/days/${DAY}/activity`, { token, body: { steps: 1 } });
  await call('PUT', `/days/${DAY}/sleep`, { token, body: { score: 1 } });
  const read = async () =>
    Promise.all(
      ['/profiles', `/days/${DAY}`, '/days', '/meals'].map(
        async (path) => (await call('GET', path, { token })).body,
      ),
    );
  return { token, read };
};

/** The path of an operation, by default with the parameters of its example. */
export const pathOf = (operation: Operation, params = operation.example.params ?? {}): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
