import type { MongoClient } from 'mongodb';
import { Counter, Gauge } from 'prom-client';

const failures = new Counter({
  name: 'mongodb_pool_failures_total',
  help: 'Operations that got no connection to the database, by reason.',
  labelNames: ['reason'],
});

/** Counts the connections of a client's pool by the driver's own events. */
export const measurePool = (client: MongoClient): void => {
  let open = 0;
  let inUse = 0;
  // At 0 before the first failure, which `rate` and `increase` would not see otherwise. The reasons are the driver's.
  for (const reason of ['connectionError', 'timeout', 'poolClosed']) failures.inc({ reason }, 0);
  client
    .on('connectionCreated', () => (open += 1))
    .on('connectionClosed', () => (open -= 1))
    .on('connectionCheckedOut', () => (inUse += 1))
    .on('connectionCheckedIn', () => (inUse -= 1))
    .on('connectionCheckOutFailed', ({ reason }) => failures.inc({ reason }));
  new Gauge({
    name: 'mongodb_pool_connections',
    help: 'Connections to the database: open, and those in use.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'open' }, open);
      this.set({ state: 'in_use' }, inUse);
    },
  });
};
