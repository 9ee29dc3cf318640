import type { Requirement } from '../requirements.ts';

const C = (id: string, text: string): Requirement => ({ id: `C${id}`, text, source: 'contract' });
const S = (id: string, text: string): Requirement => ({ id: `S${id}`, text, source: 'specification' });
const A = (id: string, text: string): Requirement => ({ id: `A.${id}`, text, source: 'architecture' });

export const person: Requirement[] = [
  S('1.disconnect', 'The person sees every connected assistant and disconnects any of them at any time.'),
  S('1.call_log_shown', 'The call log is shown to the person: application, function, time, outcome.'),
  C(
    '4.sign_in',
    'A mailed link, 15 minutes, single use, signs in by its form: a cookie and 303 to the page asked for, else /report.',
  ),
  C('4.sign_in_terms', 'For an address without an account the confirming form has the terms too.'),
  C('4.sign_in_limits', 'Sign-ins have the limits of connection requests, counted apart; no mail is a 502.'),
  C('4.sign_in_same_answer', 'Asking to sign in is answered alike with and without an account.'),
  C('4.sign_out', 'POST /signout ends the session.'),
  C('4.session_unused', 'A session ends after 30 days without use.'),
  C('8.landing', '/ says what the service is, has the sign-in form and how to connect by MCP and REST.'),
  C('8.account', '/account: assistants, sessions, call log, language, each with its forms.'),
  C(
    '8.signed_out',
    'A page that needs a session sends whoever has none to /signin, which says why; a post there does nothing.',
  ),
  C('8.navigation', 'Signed-in people find every page of theirs, and the way out, on each of them.'),
  C('8.person_by_keyboard', 'The whole way from / to a deleted account works by keyboard alone.'),
  C('8.deletion', 'Deleting the account needs a sign-in within 15 minutes and the address typed in.'),
  A(
    'csrf',
    "Every form refuses the pages of others and needs its csrf, bound to the session or the link's secret.",
  ),
  A('assistants', 'auth tells services, and nobody else, of the connected assistants and the export parts.'),
  A('erasure', 'An erased account is refused at once everywhere, and nothing of it remains.'),
  A('erasure_resumes', 'An erasure that was killed at any point goes on and ends.'),
  A('erasure_twice', 'Each service sweeps, waits a minute for what was in flight, and sweeps again.'),
  A('begins_anew', 'A new account with the address of an erased one starts empty.'),
];
