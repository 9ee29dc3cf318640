import type { SetAddresses } from '../support/set.ts';
import type { DayInput, DayOutput } from './day-model.ts';
import type { RecordInput, RecordOutput } from './record-model.ts';
import type { TokenInput, TokenOutput } from './token-model.ts';

type Times = { begin: number; end?: number };

/** A call as an assistant wrote it down, for one object; without `end` and `output` where nobody knows what became of it. */
export type RecordedCall = { object: string } & Times &
  (
    | { kind: 'day'; input: DayInput; output?: DayOutput | RecordOutput }
    | { kind: 'record'; input: RecordInput; output?: RecordOutput }
    | { kind: 'token'; input: TokenInput; output?: TokenOutput }
  );

/** What the assistants of a run share. Times are in ms of `performance.timeOrigin + performance.now()`. */
export type Plan = {
  set: SetAddresses;
  seed: number;
  startsAt: number;
  endsAt: number;
  /** The tokens of each account. */
  accounts: readonly (readonly string[])[];
  /** Tokens that are used and revoked one after the other. */
  revoked: readonly string[];
};

/** The time, in ms, by a clock that all processes of this machine share and that is not set while they run. */
export const now = (): number => performance.timeOrigin + performance.now();
