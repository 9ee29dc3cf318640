import type { Connected } from '../oauth/steps.ts';
import type { SetAddresses } from '../support/set.ts';
import type { DayInput, DayOutput } from './day-model.ts';
import type { LinkInput, LinkOutput } from './link-model.ts';
import type { RecordInput, RecordOutput } from './record-model.ts';
import type { TokenInput, TokenOutput } from './token-model.ts';

type Times = { begin: number; end?: number };

/** A call as an assistant wrote it down, for one object; without `end` and `output` where nobody knows what became of it. */
export type RecordedCall = { object: string } & Times &
  (
    | { kind: 'day'; input: DayInput; output?: DayOutput | RecordOutput }
    | { kind: 'record'; input: RecordInput; output?: RecordOutput }
    | { kind: 'link'; input: LinkInput; output?: LinkOutput }
    | { kind: 'token'; input: TokenInput; output?: TokenOutput }
  );

/** What the assistants of a run share. Times are in ms of `performance.timeOrigin + performance.now()`. */
export type Plan = {
  set: SetAddresses;
  /** The sites that assistants call, each through a gateway of its own. */
  gateways: readonly [string, ...string[]];
  seed: number;
  startsAt: number;
  endsAt: number;
  /** The tokens of each account. */
  accounts: readonly (readonly string[])[];
  /** A grant of each account, to a client of OAuth. */
  grants: readonly Pick<Connected, 'client' | 'access_token' | 'refresh_token'>[];
  /** Tokens that are used and revoked one after the other. */
  revoked: readonly string[];
};

/** The time, in ms, by a clock that all processes of this machine share and that is not set while they run. */
export const now = (): number => performance.timeOrigin + performance.now();
