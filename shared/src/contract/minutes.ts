import { LIMITS } from './limits.ts';

/** How long things last, in minutes, as the texts name them. */
export const MINUTES = {
  /** A link to connect. */
  connect: LIMITS.connectLifetimeSeconds / 60,
  /** A link to sign in. */
  signInLink: LIMITS.signInLinkSeconds / 60,
  /** A link to another address of an account. */
  addressLink: LIMITS.addressLinkSeconds / 60,
  /** A sign-in that is recent enough to delete the account. */
  recentSignIn: LIMITS.recentSignInSeconds / 60,
};
