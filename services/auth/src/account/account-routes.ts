import { type Request, type Response, Router } from 'express';
import type { Person } from 'shared/calls/principal.ts';
import { emailKey } from 'shared/contract/email-address.ts';
import { language } from 'shared/contract/fields.ts';
import { noSessionCookie } from 'shared/http/session-cookie.ts';
import { parse } from 'shared/http/validate.ts';
import { type FormFields, formRefused } from 'shared/pages/form/form.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import {
  acceptPersonsForm,
  requirePerson,
  signedInAs,
  signedInRecently,
} from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { shownReport } from 'shared/pages/shell/shown-report.ts';
import type { Keys } from 'shared/process/keys.ts';
import { DEMO_EMAIL, type StoredAccount } from 'shared/records/account.ts';
import { homeZone, type Profiles } from 'shared/records/profiles.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { ConnectionStore } from '../access/connection-store.ts';
import type { RevokeConnection } from '../access/revoke-connection.ts';
import type { SessionStore } from '../access/session-store.ts';
import type { CallLogStore } from '../call-log/call-log-store.ts';
import { accountPage } from './account-page.ts';
import { listAssistants } from './list-assistants.ts';
import { readCalls } from './read-calls.ts';
import { type AddressLinkMailParts, sendAddressLink } from './send-address-link.ts';

export type AccountParts = AddressLinkMailParts & {
  keys: Keys;
  sessions: SessionStore;
  connections: ConnectionStore;
  calls: CallLogStore;
  profiles: Profiles;
  revokeConnection: RevokeConnection;
  beginErasure: (account: StoredAccount) => Promise<void>;
};

type PostedForm = { person: Person; form: FormFields; request: Request; response: Response };

/** Does what a form of the page asks for and returns where to go on to. */
type Action = (
  parts: AccountParts,
  posted: PostedForm,
) => Promise<readonly [path: string, query?: Record<string, string>]>;

/** `/account` and what its forms do (`C8.account`). */
export const accountRoutes = (parts: AccountParts): Router => {
  const router = Router().get('/account', async (request, response) => {
    sendPage(response, await readPage(parts, requirePerson(parts.keys, request), request));
  });
  for (const [path, action] of Object.entries(ACTIONS))
    router.post(
      `/account/${path}`,
      acceptPersonsForm(parts.keys, parts.siteUrl),
      async (request: Request, response: Response) => {
        const person = requirePerson(parts.keys, request);
        // The page of the demo account has no such form: they concern its other visitors (`C9.demo`).
        if (person.account.email === DEMO_EMAIL && path !== 'disconnect') throw formRefused();
        const next = await action(parts, { person, form: request.body, request, response });
        seeOther(request, response, ...next);
      },
    );
  return router;
};

const readPage = async (parts: AccountParts, person: Person, request: Request) => {
  const { account } = person;
  const [assistants, sessions, calls, profiles] = await Promise.all([
    listAssistants(parts, account.id),
    parts.sessions.list(account.id, new Date()),
    readCalls(parts.calls, account.id, request.query),
    parts.profiles.find(account.id),
  ]);
  const language = pageLanguage(request);
  return accountPage({
    language,
    person,
    timeZone: homeZone(profiles, account),
    signedIn: signedInAs(parts.keys, person, '/account'),
    isRecent: signedInRecently(person),
    assistants,
    sessions,
    calls,
    notice: readNotice(wordsIn(language).account.notices, request),
  });
};

const ACTIONS: Record<string, Action> = {
  disconnect: async ({ revokeConnection }, { person, form, request }) => {
    await revokeConnection(person.account.id, form.id ?? '');
    const notice = 'disconnected';
    return form.return_to === '/report'
      ? ['/report', { ...shownReport(request), notice }]
      : ['/account', { notice }];
  },

  'sessions/end': async ({ sessions }, { person, form }) => {
    await sessions.remove(person.account.id, form.id ?? '');
    return ['/account', { notice: 'session_ended' }];
  },

  'sessions/end-all': async ({ siteUrl, sessions }, { person, form, response }) => {
    const { account, session } = person;
    const keepsCurrent = form.keep === 'current';
    await sessions.removeAll(account.id, keepsCurrent ? session.id : undefined);
    if (keepsCurrent) return ['/account', { notice: 'sessions_ended' }];
    response.set('Set-Cookie', noSessionCookie(siteUrl));
    return ['/', { notice: 'signed_out' }];
  },

  language: async ({ accounts }, { person, form }) => {
    await accounts.setLanguage(person.account.id, parse(language, form.language));
    return ['/account', { notice: 'language_saved' }];
  },

  address: async (parts, { person, form, request }) => [
    '/account',
    {
      notice: signedInRecently(person)
        ? await sendAddressLink(parts, person, form.new_email ?? '', request)
        : 'sign_in_again',
    },
  ],

  delete: async ({ siteUrl, accounts, beginErasure }, { person, form, response }) => {
    if (!signedInRecently(person)) return ['/account', { notice: 'sign_in_again' }];
    const found = await accounts.findById(person.account.id);
    if (emailKey(form.email?.trim() ?? '') !== found?.email_key)
      return ['/account', { notice: 'wrong_address' }];
    await beginErasure(found);
    response.set('Set-Cookie', noSessionCookie(siteUrl));
    return ['/', { notice: 'deleted' }];
  },
};
