import type { Model } from './linearizability.ts';

export type TokenInput = { op: 'use' | 'revoke' };
/** A refusal from the revocation on; any other status says that the token was valid. */
export type TokenOutput = { status: number };

/** Of an operation, and of the token endpoint (`invalid_grant`). */
const REFUSED = [400, 401];

/** A token, or a grant with all that it gave, that serves its calls until it is revoked, and none from then on. */
export const tokenModel: Model<'valid' | 'revoked', TokenInput, TokenOutput> = {
  initial: 'valid',
  step: (state, { op }, output) => {
    const isRefused = output && REFUSED.includes(output.status);
    if (output && isRefused !== (state === 'revoked')) return [];
    return [op === 'revoke' ? 'revoked' : state];
  },
};

/** A request for a connection by an address that nobody else uses, or a look into its mailbox. */
export type MailInput = { op: 'request' } | { op: 'look' };
/** The links that the mails there carry, each once. */
export type MailOutput = { links?: readonly string[] };

/** What was acknowledged has been mailed at least once, and each time with the same link. */
export const mailModel: Model<{ link: string | null } | null, MailInput, MailOutput> = {
  initial: null,
  step: (mailed, { op }, output) => {
    if (op === 'request') return [{ link: null }];
    if (!output) return [mailed];
    const [link, ...others] = output.links ?? [];
    if (!mailed || link === undefined) return mailed || link !== undefined ? [] : [mailed];
    return others.length === 0 && (mailed.link ?? link) === link ? [{ link }] : [];
  },
};
