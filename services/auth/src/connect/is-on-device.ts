import { LOOPBACK_HOSTS } from 'shared/process/loopback.ts';

/** Whether a `redirectHost` is an app on the person's own device (RFC 8252): then it tells nobody which app. */
export const isOnDevice = (host: string): boolean =>
  host.endsWith(':') || LOOPBACK_HOSTS.includes(new URL(`http://${host}`).hostname);
