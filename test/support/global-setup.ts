import { publishSite } from './config.ts';
import { startSet } from './set.ts';

/** Starts the set that the tests share. */
export default async (): Promise<void> => {
  const set = await startSet();
  const { url, base, mailboxUrl, dataDir } = set;
  publishSite(JSON.stringify({ url, base, mailboxUrl, dataDir }));
  Object.assign(globalThis, { stopSharedSet: set.stop });
};
