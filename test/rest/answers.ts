import { expect } from '@jest/globals';
import type { Operation } from 'shared/contract/operation.ts';
import type { Answer } from '../support/client.ts';

/** Expects success: the operation's status, a body exactly as in its schema, and no caching. Returns the body. */
export const expectSuccess = (operation: Operation, answer: Answer) => {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: operation.status });
  expect(operation.response.parse(answer.body)).toEqual(answer.body);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return answer.body;
};

/** Expects a problem with this status and code, and an issue at `pointer` where one is given. */
export const expectProblem = (answer: Answer, status: number, code: string, pointer?: string): void => {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  const seconds = answer.headers.get('retry-after');
  expect(answer.body.retry_after).toBe(seconds === null ? undefined : Number(seconds));
  if (pointer !== undefined)
    expect(answer.body.issues.map((issue: { pointer: string }) => issue.pointer)).toContain(pointer);
};

/** The record in the answer of a write, as reads show it: without the notices of that write. */
export const recordIn = ({ notices: _, ...record }: Answer['body']): Answer['body'] => record;

/** `expectSuccess` of a write. Returns the record. */
export const expectRecord = (operation: Operation, answer: Answer) =>
  recordIn(expectSuccess(operation, answer));
