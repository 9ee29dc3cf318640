import { FIRST_DAY, LAST_DAY } from 'shared/records/calendar.ts';
import type { Allowed } from '../report/allowed.ts';
import type { StoredShareLink } from './share-link.ts';

/** What a link may ask for: of the profiles, and of their records. */
export type MayShow = {
  /** Of every profile where the id is null; with the targets that are set in it, or without. */
  profiles: { id: string | null; withTargets: boolean };
  allowed: Allowed;
};

/** What a link shows (`C13.shows`): what is asked of the database for its page goes by this alone. */
export const mayShow = ({ profile_id, shows, from, to }: StoredShareLink): MayShow => ({
  profiles: { id: profile_id, withTargets: shows.includes('targets') },
  allowed: { shows, days: { from: from ?? FIRST_DAY, to: to ?? LAST_DAY } },
});
