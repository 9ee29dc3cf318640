import type { ServerResponse } from 'node:http';
import { Problem } from '../contract/problem.ts';

/** What a caller that has left would be told. The status is for the call log: what was asked for may have been done. */
export const abandoned = (): Problem =>
  new Problem('timeout', 'Nobody waits for the answer.', { status: 499 });

/** For what can be had only once: where its caller has left, perhaps while this process stood still, it stays for the next attempt. */
export const refuseAbandoned = (response: ServerResponse | undefined): void => {
  if (response?.destroyed) throw abandoned();
};
