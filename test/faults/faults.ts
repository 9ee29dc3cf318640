import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceSet } from '../support/set.ts';
import type { PairedService, Pairs } from './replicas.ts';
import type { FaultName, Trial } from './trial.ts';

/** Something that goes wrong in a set under load; `inject` resolves when it is over, seen from outside. */
export type Fault = FaultName & { inject: (set: ServiceSet, trial: Trial) => Promise<void> };
/** The same where there are two gateways and two of each service. */
export type PairedFault = {
  name: string;
  /** The gateways whose clients are counted. */
  gateways: (pairs: Pairs) => readonly string[];
  inject: (pairs: Pairs) => Promise<void>;
};

const FROZEN_MS = 8000;
const LONG_FROZEN_MS = 14_000;

const killed = (part: string, name: string): Fault => ({
  name: `${name} killed`,
  inject: async (set) => void (await set.kill(part, 'SIGKILL')),
});

const frozen = (part: string, name: string, ms = FROZEN_MS): Fault => ({
  name: `${name} frozen for ${ms / 1000} s`,
  inject: (set) => set.whileFrozen(part, () => sleep(ms)),
});

/** The faults injected while records are read and written, for the engines of this machine's set. */
export const faultsOf = (parts: readonly string[]): Fault[] => [
  { ...killed('gateway', 'gateway'), mayCutOff: true },
  ...['diary', 'auth', 'reports', 'mcp'].map((service) => killed(service, service)),
  ...['postgres', 'mongo-gateway', 'mongod']
    .filter((part) => parts.includes(part))
    .flatMap((part) => [killed(part, `database (${part})`), frozen(part, `database (${part})`)]),
  killed('redis', 'Redis'),
  frozen('redis', 'Redis'),
  frozen('auth', 'auth'),
  frozen('diary', 'diary', LONG_FROZEN_MS),
  { name: '1,000 callers at once that hang up half-way', inject: (set, trial) => hangUp(set, trial, 1000) },
  { name: '200 callers that send a byte a second', inject: (set) => sendSlowly(set, 200) },
];

const SERVICES: readonly PairedService[] = ['gateway', 'auth', 'diary', 'reports', 'mcp'];

/** Each service stopped and killed while two replicas of it run. */
export const PAIRED_FAULTS: PairedFault[] = SERVICES.flatMap((service) =>
  (['SIGTERM', 'SIGKILL'] as const).map((signal) => ({
    name: `one of two ${service} ${signal === 'SIGTERM' ? 'stopped' : 'killed'} and started again`,
    // Moving a stopped gateway's clients is a load balancer's job: only those of the other are counted.
    gateways: ({ gateways }: Pairs) => (service === 'gateway' ? gateways.slice(0, 1) : gateways),
    inject: async ({ second }: Pairs) => {
      await second[service].end(signal);
      await second[service].start();
    },
  })),
);

const HEAD = 'POST /api/v1/meals HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

const openSocket = async ({ url }: ServiceSet) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

const hangUp = async (set: ServiceSet, trial: Trial, callers: number): Promise<void> => {
  const call = async () => {
    const { token } = trial.nextPerson('write');
    const socket = await openSocket(set);
    socket.write(`${HEAD}Authorization: Bearer ${token}\r\nContent-Length: 900\r\n\r\n{"meal`);
    await sleep(1000);
    socket.destroy();
  };
  await Promise.all(Array.from({ length: callers }, call));
};

const sendSlowly = async (set: ServiceSet, callers: number): Promise<void> => {
  const call = async () => {
    const socket = await openSocket(set);
    for (const byte of HEAD.slice(0, 12)) {
      socket.write(byte);
      await sleep(1000);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: callers }, call));
};
