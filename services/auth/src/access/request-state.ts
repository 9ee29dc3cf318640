import { LIMITS } from 'shared/contract/limits.ts';
import type { ConnectionStatus } from 'shared/contract/operations/connect.ts';
import { addSeconds } from 'shared/process/time.ts';

/** What the status of a connection request follows from, together with the time. */
export type RequestState = {
  /** What somebody last did. `expired` is never stored: it comes with time alone. */
  status: Exclude<ConnectionStatus, 'expired'>;
  /** When an open request expires; when a consumed or denied one came to its end. */
  ends_at: Date;
};

/** `approve` and `deny` are the person's, `deliver` is the poll that carries the token. */
export type Step = 'approve' | 'deny' | 'deliver';

/** A request as it begins. */
export const openedAt = (at: Date): RequestState => ({
  status: 'pending',
  ends_at: addSeconds(at, LIMITS.connectLifetimeSeconds),
});

/** The status at a moment; undefined from 24 hours after the end on, when nobody knows the request any more (`C4.final`). */
export const statusAt = ({ status, ends_at }: RequestState, at: Date): ConnectionStatus | undefined => {
  if (at >= addSeconds(ends_at, LIMITS.finishedLifetimeSeconds)) return undefined;
  const isOpen = status === 'pending' || status === 'approved';
  return isOpen && at >= ends_at ? 'expired' : status;
};

/** The state after a step, or undefined where the request does not stand where the step begins. */
export const afterStep = (state: RequestState, step: Step, at: Date): RequestState | undefined => {
  const status = statusAt(state, at);
  if (step === 'deliver') return status === 'approved' ? { status: 'consumed', ends_at: at } : undefined;
  if (status !== 'pending') return undefined;
  if (step === 'deny') return { status: 'denied', ends_at: at };
  const earliestEnd = addSeconds(at, LIMITS.approvedLifetimeSeconds).getTime();
  return { status: 'approved', ends_at: new Date(Math.max(earliestEnd, state.ends_at.getTime())) };
};
