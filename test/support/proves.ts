import { test } from '@jest/globals';
import { REQUIREMENTS } from '../requirements.ts';

const known = new Set(REQUIREMENTS.map((requirement) => requirement.id));

/** A test that proves rules of `test/requirements.ts`; their ids end its title, where the reporter finds them. */
export const proves = (
  ids: [string, ...string[]],
  title: string,
  run: () => Promise<void> | void,
  timeoutMs?: number,
): void => {
  for (const id of ids) if (!known.has(id)) throw new Error(`${id} is not in test/requirements.ts`);
  test(`${title} [${ids.join(' ')}]`, run, timeoutMs);
};
