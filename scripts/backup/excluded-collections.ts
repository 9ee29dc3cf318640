import { MONTH_SUMS_INDEXES } from 'shared/records/kept-sums/kept-sums.ts';
import { UNANNOUNCED_INDEXES } from '../../services/auth/src/access/unannounced-store.ts';

/**
 * What gives access for a while and costs one mail to get again, or stands for such access. After a restore people sign in
 * again, and OAuth clients connect again: their refresh tokens have rotated since, and an old one would be accepted like a new
 * one (docs/decisions/backup.md). And the files of imports that nobody has decided on: they stay for a day at most; what Redis
 * could not be told in the last minutes; and what is added up from the records: it is made again from those that come back.
 */
export const EXCLUDED_COLLECTIONS = [
  'sessions',
  'sign_in_links',
  'connection_requests',
  'oauth_artifacts',
  'import_files',
  ...Object.keys(UNANNOUNCED_INDEXES),
  ...Object.keys(MONTH_SUMS_INDEXES),
];
