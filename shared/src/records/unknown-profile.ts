import { Problem } from '../contract/problem.ts';

/**
 * The same for a profile that never was, one that is deleted and somebody else's (`C7.tenancy`). A model that just left the id out
 * would record in the diary of somebody else, or share it.
 */
export const unknownProfile = (): Problem =>
  new Problem(
    'not_found',
    'There is no profile with this profile_id; it may have been deleted. GET /profiles (list_profiles) has those that there are. Do not just leave it out: that means the default one, and for a share link all of them.',
  );
