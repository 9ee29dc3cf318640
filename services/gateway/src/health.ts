import type { RequestHandler } from 'express';
import type { ServiceName } from 'shared/contract/operation.ts';
import type { Replicas } from 'shared/service/replicas.ts';

/** Which service is away, as its replicas said within the last second; 503 where one is. */
export const showHealth =
  (upstreams: ReadonlyMap<ServiceName, Replicas>): RequestHandler =>
  (_request, response) => {
    const services = [...upstreams].map(([name, replicas]) => [name, replicas.isUp() ? 'up' : 'down']);
    const isUp = services.every(([, state]) => state === 'up');
    response
      .status(isUp ? 200 : 503)
      .json({ status: isUp ? 'up' : 'degraded', services: Object.fromEntries(services) });
  };
