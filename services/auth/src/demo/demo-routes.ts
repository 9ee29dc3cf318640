import { setTimeout } from 'node:timers/promises';
import { type Request, type Response, Router } from 'express';
import type { HourlyLimit } from 'shared/admission/hourly-limit.ts';
import { callersNetwork } from 'shared/calls/principal.ts';
import { unavailable } from 'shared/contract/problem.ts';
import { DEMO_WAIT_MS } from 'shared/deadlines.ts';
import { sessionCookie } from 'shared/http/session-cookie.ts';
import { acceptForm } from 'shared/pages/form/form.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { findPerson } from 'shared/pages/shell/page-session.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import type { Keys } from 'shared/process/keys.ts';
import { DEMO_EMAIL, type StoredAccount } from 'shared/records/account.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { SessionStore } from '../access/session-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';

export type DemoParts = {
  siteUrl: string;
  keys: Keys;
  accounts: AccountStore;
  sessions: SessionStore;
  profiles: Profiles;
  hasDemo: boolean;
  renewDemo: () => Promise<void>;
  limitDemo: HourlyLimit;
};

/** `POST /demo`: signs in to the demo account (`C9.demo`). */
export const demoRoutes = (parts: DemoParts): Router => {
  const router = Router();
  if (!parts.hasDemo) return router;
  return router.post('/demo', acceptForm(parts.siteUrl), async (request: Request, response: Response) => {
    await parts.limitDemo(callersNetwork(request));
    const account = await filledAccount(parts);
    const replaced = findPerson(parts.keys, request);
    if (replaced) await parts.sessions.remove(replaced.account.id, replaced.session.id);
    // Other visitors see the sessions of the account: nothing stands in them of who they are.
    const session = { account_id: account._id, browser: null, network: '' };
    const secret = await parts.sessions.create(session, new Date(), {});
    response.set('Set-Cookie', sessionCookie(parts.siteUrl, secret));
    seeOther(request, response, '/report', { language: pageLanguage(request) });
  });
};

/** Today's account, with its records. Throws `unavailable` while it is being made. */
const filledAccount = async ({ renewDemo, accounts, profiles }: DemoParts): Promise<StoredAccount> => {
  await renewDemo();
  for (const until = Date.now() + DEMO_WAIT_MS; Date.now() < until; await setTimeout(250)) {
    const account = await accounts.findByEmail(DEMO_EMAIL);
    // Its profile comes with its records.
    if (account && (await profiles.find(account._id)).length > 0) return account;
  }
  throw unavailable();
};
