import { test } from '@jest/globals';
import type { RequirementId } from '../requirements.ts';

/** A test that proves rules of `test/requirements`; their ids end its title, where the reporter finds them. */
export const proves = (
  ids: [RequirementId, ...RequirementId[]],
  title: string,
  run: () => Promise<void> | void,
): void => test(`${title} [${ids.join(' ')}]`, run);
