import type { ServiceSet } from '../support/set.ts';
import { type Replica, startReplica } from '../support/start-replica.ts';

export type PairedService = 'gateway' | 'auth' | 'diary' | 'reports' | 'mcp';

/** Two gateways with two replicas of each service behind both, on the engines of a running set. */
export type Pairs = {
  /** The URLs of the two gateways; `second.gateway` is the last of them. */
  gateways: string[];
  second: Record<PairedService, Replica>;
  stop: () => Promise<void>;
};

/** Starts a second process of each service, and two gateways that know both. */
export const startPairs = async (set: ServiceSet): Promise<Pairs> => {
  const parts = await set.parts();
  const [auth, diary, reports, mcp] = await Promise.all([
    startReplica(set, 'auth'),
    startReplica(set, 'diary'),
    startReplica(set, 'reports'),
    startReplica(set, 'mcp'),
  ]);
  const both = (service: PairedService, second: Replica) =>
    `http://127.0.0.1:${parts[service]?.port},${second.set.url}`;
  const addresses = {
    AUTH_SERVICE_URL: both('auth', auth),
    DIARY_SERVICE_URL: both('diary', diary),
    REPORTS_SERVICE_URL: both('reports', reports),
    MCP_SERVICE_URL: both('mcp', mcp),
  };
  const first = await startReplica(set, 'gateway', addresses);
  const gateway = await startReplica(set, 'gateway', addresses);
  const second = { gateway, auth, diary, reports, mcp };
  return {
    gateways: [first.set.url, gateway.set.url],
    second,
    stop: async () => {
      for (const replica of [first, ...Object.values(second)]) await replica.end('SIGTERM');
    },
  };
};
