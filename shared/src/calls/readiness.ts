import { READINESS_HELD_MS } from '../deadlines.ts';

/** Asks for an answer only when the readiness ends, or after a while: less often, and yet at once (RFC 7240, part 4.3). */
export const HELD_PREFERENCE = `wait=${READINESS_HELD_MS / 1000}`;

/** The body of `/health/ready`, with 200 or 503. `refusal`: why calls of this caller would be refused. */
export type Readiness = {
  service: string;
  status: 'ready' | 'stopping' | 'unavailable';
  checks: Record<string, 'up' | 'down'>;
  refusal?: string | undefined;
};
