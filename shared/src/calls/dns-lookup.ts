import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import pLimit from 'p-limit';
import { withTimeout } from '../process/with-timeout.ts';
import { TURNS } from '../turns.ts';

const TIMEOUT_MS = 1000;

/**
 * libuv makes two lookups at a time, each for as long as the name server is silent, which can be many seconds. Those of the
 * databases' drivers wait there too, so no more are put before them.
 */
const inTurn = pLimit(TURNS.lookUps);
const underWay = new Map<string, Promise<LookupAddress[]>>();

/** All addresses of a name; undefined where it cannot be resolved within a second, while the lookup goes on. */
export const lookUp = (name: string): Promise<LookupAddress[] | undefined> => {
  const addresses =
    underWay.get(name) ?? inTurn(() => lookup(name, { all: true })).finally(() => underWay.delete(name));
  underWay.set(name, addresses);
  return withTimeout(addresses, TIMEOUT_MS).catch(() => undefined);
};
