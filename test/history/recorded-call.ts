import type { Connected } from '../oauth/steps.ts';
import type { SetAddresses } from '../support/set.ts';
import type { MailInput, MailOutput, TokenInput, TokenOutput } from './access-model.ts';
import type { DayInput, DayOutput } from './day-model.ts';
import type { LinkInput, LinkOutput } from './link-model.ts';
import type { RecordInput, RecordOutput } from './record-model.ts';

type Times = { begin: number; end?: number };

/**
 * A call as an assistant wrote it down, for one object; without `end` and `output` where nobody knows what became of it. What an
 * answer shows of several objects is a line for each, of which all but the first are marked as `more`.
 */
export type RecordedCall = { object: string; more?: true } & Times &
  (
    | { kind: 'day'; input: DayInput; output?: DayOutput | RecordOutput }
    | { kind: 'record'; input: RecordInput; output?: RecordOutput }
    | { kind: 'link'; input: LinkInput; output?: LinkOutput }
    | { kind: 'token'; input: TokenInput; output?: TokenOutput }
    | { kind: 'mail'; input: MailInput; output?: MailOutput }
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
  /** A grant of each of the first accounts, to a client of OAuth. */
  grants: readonly Pick<Connected, 'client' | 'access_token' | 'refresh_token'>[];
  /** Tokens that some accounts share, and use and revoke one after the other. */
  revoked: readonly (readonly string[])[];
};

/** The time, in ms, by a clock that all processes of this machine share and that is not set while they run. */
export const now = (): number => performance.timeOrigin + performance.now();
