import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from 'engines/ports.ts';
import { FAKETIME_LIBRARY } from '../faults/clock-jump.ts';
import { databasePart, type ServiceSet, startSet } from '../support/set.ts';
import { environmentOf, startReplica } from '../support/start-replica.ts';
import { type FaultyLink, startFaultyLink } from './faulty-link.ts';

/** Two of each service on the same engines, three gateways, and a link that can fail before most parts. */
export type PairedSets = {
  /** One set, which has the engines, and another one, which has services alone and reaches the engines by links. */
  first: ServiceSet;
  second: ServiceSet;
  /** Where assistants call: the gateways of both, and one that reaches the services of both by links. */
  gateways: readonly [string, ...string[]];
  links: ReadonlyMap<string, FaultyLink>;
  /** Sets the clock of the second set's services so many seconds ahead; undefined where Debian's faketime is not installed. */
  setClockAhead: ((seconds: number) => Promise<void>) | undefined;
  stop: () => Promise<void>;
};

/** What gateways and mcp call. */
const CALLED = ['auth', 'diary', 'reports', 'mcp'] as const;

/** Starts all of them. */
export const startPairedSets = async (): Promise<PairedSets> => {
  const folder = await mkdtemp(join(tmpdir(), 'diary-history-sets-'));
  const clock = join(folder, 'offset');
  await writeFile(clock, '+0');
  const hasClock = existsSync(FAKETIME_LIBRARY);
  if (!hasClock) console.log('Not tried: clocks that are ahead, for want of the Debian package faketime.');
  const first = await startSet();
  const links = new Map<string, FaultyLink>();
  const linkTo = async (name: string, set: ServiceSet, part: string): Promise<string> => {
    const link = await startFaultyLink((await set.parts())[part]?.port ?? 0);
    links.set(name, link);
    return `127.0.0.1:${link.port}`;
  };

  const { SECRET_KEY = '', SMTP_URL = '' } = await environmentOf((await first.parts()).auth?.pid);
  const port = await freePort(10_000);
  const second = await startSet({
    port,
    dataDir: join(folder, 'data'),
    env: {
      // The same site, at another gateway.
      ...{ SITE_URL: first.url, PORT: `${port}`, SECRET_KEY, SMTP_URL },
      MONGODB_URL: `mongodb://${await linkTo('database', first, await databasePart(first))}/diary?directConnection=true`,
      REDIS_URL: `redis://${await linkTo('Redis', first, 'redis')}`,
      ...(hasClock && {
        LD_PRELOAD: FAKETIME_LIBRARY,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }),
    },
  });
  const addresses: Record<string, string> = {};
  for (const service of CALLED) {
    const both = [
      await linkTo(`${service} of the first set`, first, service),
      await linkTo(`${service} of the second set`, second, service),
    ];
    addresses[`${service.toUpperCase()}_SERVICE_URL`] = both.map((address) => `http://${address}`).join(',');
  }
  const third = await startReplica(first, 'gateway', addresses);

  return {
    first,
    second,
    gateways: [first.url, second.url, third.set.url],
    links,
    setClockAhead: hasClock ? (seconds) => writeFile(clock, `+${seconds}`) : undefined,
    stop: async () => {
      await third.end('SIGTERM');
      await second.stop();
      await first.stop();
      for (const link of links.values()) link.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
