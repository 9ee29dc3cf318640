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
