import { Problem } from '../service/problem.ts';

/** The same for a profile that never was, one that is gone and somebody else's (contract §7). */
export const unknownProfile = (): Problem =>
  new Problem('not_found', 'There is no profile with this profile_id.');
