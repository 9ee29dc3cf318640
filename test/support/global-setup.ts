import { publishSite } from './config.ts';
import { type ServiceSet, startSet } from './set.ts';

let set: ServiceSet;

/** Starts the set that the tests share. */
export default async (): Promise<void> => {
  set = await startSet();
  const { url, base, mailboxUrl, dataDir } = set;
  publishSite(JSON.stringify({ url, base, mailboxUrl, dataDir }));
  Object.assign(globalThis, { stopSharedSet: set.stop });
};
