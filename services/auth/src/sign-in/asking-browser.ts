import type { Request } from 'express';
import { signInSecret } from 'shared/http/session-cookie.ts';
import { hashSecret, randomSecret } from 'shared/process/keys.ts';
import type { SignInLink } from '../access/sign-in-link-store.ts';
import { MAX_WRONG_NUMBERS } from '../access/two-digits.ts';
import type { DeadLink } from './sign-in-pages.ts';

/** The secret that tells a browser which asked to sign in, new where it has none yet. */
export const askingSecret = (siteUrl: string, request: Request): string =>
  signInSecret(siteUrl, request.headers.cookie) ?? randomSecret();

/** The browser of a request as links know it; undefined where it did not ask for any. */
export const askingBrowser = (siteUrl: string, request: Request): string | undefined => {
  const secret = signInSecret(siteUrl, request.headers.cookie);
  return secret && hashSecret(secret);
};

/** Why a link signs nobody in any more; undefined while it does. */
export const deadLink = ({ used_at, asked, expires_at }: SignInLink, now: Date): DeadLink | undefined => {
  if (used_at) return 'used';
  if (asked?.wrong_numbers === MAX_WRONG_NUMBERS) return 'wrong_number';
  return expires_at <= now ? 'expired' : undefined;
};

/** Whether a link was asked for in this browser. One of an earlier release does not say. */
export const isAskedBy = ({ asked }: SignInLink, browser: string | undefined): boolean =>
  !asked || asked.browser === browser;

/** Where a browser stands that asked: it waits for its newest link, or another browser handed one over. */
export type AskingState =
  | { status: 'waiting'; number: string }
  | { status: 'handed_over'; link: SignInLink; accountId: string };

/** Of the links that one browser asked for, the newest first; undefined where nothing can come of them any more. */
export const askingState = (links: readonly SignInLink[], now: Date): AskingState | undefined => {
  for (const link of links)
    if (link.handed_over && link.handed_over.until > now)
      return { status: 'handed_over', link, accountId: link.handed_over.account_id };
  const [newest] = links;
  if (!newest?.asked || deadLink(newest, now)) return undefined;
  return { status: 'waiting', number: newest.asked.number };
};
