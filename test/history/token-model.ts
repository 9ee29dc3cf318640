import type { Model } from './linearizability.ts';

export type TokenInput = { op: 'use' | 'revoke' };
/** 401 from the revocation on; any other status says that the token was valid. */
export type TokenOutput = { status: number };

/** A token that serves its calls until it is revoked, and none from then on. */
export const tokenModel: Model<'valid' | 'revoked', TokenInput, TokenOutput> = {
  initial: 'valid',
  step: (state, { op }, output) => {
    const isRefused = output?.status === 401;
    if (output && isRefused !== (state === 'revoked')) return [];
    return [op === 'revoke' ? 'revoked' : state];
  },
};
