import type { RequestHandler } from 'express';
import type { Upstreams } from './proxy.ts';

/** Which service is down, as its replicas said within the last second; 503 where one is. */
export const showHealth =
  (upstreams: Upstreams): RequestHandler =>
  (_request, response) => {
    const services = Object.entries(upstreams).map(([name, replicas]) => [
      name,
      replicas.isUp() ? 'up' : 'down',
    ]);
    const isUp = services.every(([, state]) => state === 'up');
    response
      .status(isUp ? 200 : 503)
      .json({ status: isUp ? 'up' : 'degraded', services: Object.fromEntries(services) });
  };
