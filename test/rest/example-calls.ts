import type { Operation } from 'shared/contract/operation.ts';
import { setActivity } from 'shared/contract/operations/activity.ts';
import { logMeal } from 'shared/contract/operations/meals.ts';
import { createShareLink } from 'shared/contract/operations/share-links.ts';
import { setSleep } from 'shared/contract/operations/sleep.ts';
import { addWellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import { type Answer, type CallOptions, call } from '../support/client.ts';

const DAY = '2026-10-04';

/** The operation that creates the record for the `{id}` of a path. */
export const MAKERS: Record<string, Operation> = {
  '/meals/{id}': logMeal,
  '/meals/{id}/copies': logMeal,
  '/activity/{id}': setActivity,
  '/sleep/{id}': setSleep,
  '/wellbeing/{id}': addWellbeingNote,
  '/share-links/{id}': createShareLink,
  '/records/{id}': logMeal,
  '/records/{id}/restore': logMeal,
};

/** Calls an operation with its example. */
export const sendExample = (
  { method, path, example }: Operation,
  options: CallOptions,
  id = 'meal_unknown',
): Promise<Answer> =>
  call(method, path.replace('{day}', DAY).replace('{id}', id).replace('{period}', 'daily'), {
    ...(example.body !== undefined && { body: example.body }),
    ...options,
    query: { ...example.query, ...options.query },
  });

/** The id of a new record that the operation's path can refer to. */
export const makeRecord = async ({ path }: Operation, options: CallOptions): Promise<string> => {
  const maker = MAKERS[path];
  return maker ? (await sendExample(maker, options)).body.id : '';
};
