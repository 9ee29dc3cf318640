import type { FileHead } from '../found/source.ts';

/** Whether it is a download of this service. */
export const recogniseOwn = ({ text }: FileHead): string | undefined =>
  /^\s*\{/.test(text) && /"schema_version"\s*:\s*\d/.test(text) ? 'download' : undefined;
