import { type Request, type Response, Router } from 'express';
import { acceptForm, csrfToken, type FormFields, isCsrfToken } from 'shared/pages/form/form.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { hashSecret, type Keys } from 'shared/process/keys.ts';
import type { ConnectionStore } from '../access/connection-store.ts';
import { statusAt } from '../access/request-state.ts';
import type { ConnectionRequest, RequestStore } from '../access/request-store.ts';
import type { RevokeConnection } from '../access/revoke-connection.ts';
import { MAX_WRONG_NUMBERS } from '../access/two-digits.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { type BeginAccount, isUnknownZone } from '../accounts/begin-account.ts';
import type { FindReader } from '../accounts/reader.ts';
import { type ApprovalOutcome, approvalOutcomePage } from './approval-outcome-page.ts';
import { type ApprovalError, approvalPage } from './approval-page.ts';
import { declinePage } from './decline-page.ts';
import { endReplaced } from './deliver.ts';

export type ApprovalParts = {
  siteUrl: string;
  keys: Keys;
  accounts: AccountStore;
  beginAccount: BeginAccount;
  findReader: FindReader;
  requests: RequestStore;
  connections: ConnectionStore;
  revokeConnection: RevokeConnection;
};

type LinkRequest = Request<{ secret: string }>;

/** The page behind a mailed link: opening it changes nothing, its form decides once (`C4.approval_form`, `H13`). */
export const approvalRoutes = (parts: ApprovalParts): Router =>
  Router()
    .get('/approve/:secret', async (request: LinkRequest, response) => {
      sendPage(response, await pageOf(parts, request, await findRequest(parts, request)));
    })
    .post('/approve/:secret', acceptForm(parts.siteUrl), async (request: LinkRequest, response: Response) => {
      sendPage(response, await decide(parts, request));
    });

const findRequest = ({ requests }: ApprovalParts, { params }: LinkRequest) =>
  requests.findByApprovalHash(hashSecret(params.secret));

/** The form while the request can be decided, else what became of it. */
const pageOf = async (
  parts: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest | null,
  error?: ApprovalError,
): Promise<Page> => {
  const language = pageLanguage(request, found?.language);
  if (!found) return approvalOutcomePage(language, 'unknown');
  const outcome = outcomeOf(found);
  if (outcome) return approvalOutcomePage(language, outcome);
  const reader = await parts.findReader(found.email);
  const namesakes = reader ? await listNamesakes(parts, reader.accountId, found) : [];
  return approvalPage({
    language,
    connectionRequest: found,
    csrf: csrfToken(parts.keys, request.params.secret),
    reader,
    hasMoved: !reader && (await parts.accounts.hasMovedFrom(found.email, new Date())),
    hasNamesakes: namesakes.length > 0,
    // What did not come from this page is not shown on it.
    typed: error === 'form' ? {} : (request.body ?? {}),
    error,
  });
};

/** The connected assistants that gave themselves the name of this one: its own earlier ones, most likely. */
const listNamesakes = async (
  { connections }: ApprovalParts,
  accountId: string,
  { client_name }: ConnectionRequest,
): Promise<string[]> => {
  const connected = await connections.list(accountId, new Date());
  return connected.filter((connection) => connection.client_name === client_name).map(({ _id }) => _id);
};

/** What became of a request; undefined while the person can still decide. */
const outcomeOf = (found: ConnectionRequest): ApprovalOutcome | undefined => {
  switch (statusAt(found, new Date())) {
    case 'pending':
      return undefined;
    case 'approved':
    case 'consumed':
      return 'already_approved';
    case 'denied':
      return found.oauth?.wrong_numbers === MAX_WRONG_NUMBERS ? 'already_wrong_number' : 'already_denied';
    case 'expired':
      return 'expired';
    default:
      return 'unknown';
  }
};

/** Does what the posted form says, and returns the page that tells of it. */
const decide = async (parts: ApprovalParts, request: LinkRequest): Promise<Page> => {
  for (;;) {
    const page = await tryToDecide(parts, request, await findRequest(parts, request));
    // Where another tab was faster, what it did decides what this one does.
    if (page !== 'changed') return page;
  }
};

/** `decide`, of a request as it was read; `changed` where it has moved on since. */
const tryToDecide = async (
  parts: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest | null,
): Promise<Page | 'changed'> => {
  const { csrf, decision }: FormFields = request.body;
  if (!found || outcomeOf(found)) return pageOf(parts, request, found);
  if (!isCsrfToken(parts.keys, request.params.secret, csrf)) return pageOf(parts, request, found, 'form');
  if (decision === 'approve') return approve(parts, request, found);
  if (decision === 'deny') return deny(parts, request, found);
  return { ...(await pageOf(parts, request, found)), status: 400 };
};

/** Asks once more before it ends the request: scanners of mail press buttons (`C4.decline_twice`). */
const deny = async (
  { requests, keys }: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest,
): Promise<Page | 'changed'> => {
  const { sure }: FormFields = request.body;
  if (!sure)
    return declinePage({
      language: pageLanguage(request, found.language),
      path: request.path,
      csrf: csrfToken(keys, request.params.secret),
    });
  if (!(await requests.take('deny', found, new Date()))) return 'changed';
  logDecision(request, found, 'deny');
  return approvalOutcomePage(pageLanguage(request, found.language), 'denied');
};

/**
 * Makes the account where there is none yet, in the language of the page, notes the consent, and approves. Returns the form again
 * where it lacks the terms or the number.
 */
const approve = async (
  parts: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest,
): Promise<Page | 'changed'> => {
  const { terms, number, replace, time_zone }: FormFields = request.body;
  if (!terms) return pageOf(parts, request, found, 'terms');
  if (found.oauth && number?.trim() !== found.oauth.number) return refuseNumber(parts, request, found);
  const now = new Date();
  const language = pageLanguage(request, found.language);
  const person = { email: found.email, language, timeZone: time_zone };
  const reader = replace ? await parts.findReader(found.email) : undefined;
  const replaces = reader ? await listNamesakes(parts, reader.accountId, found) : [];
  const account = await parts.beginAccount(person, now, ({ _id: accountId }, transaction) =>
    parts.requests.take('approve', found, now, { accountId, replaces, ...transaction }),
  );
  if (!account) return 'changed';
  await endReplaced(parts.revokeConnection, account._id, { replaces });
  logDecision(request, found, 'approve');
  // The account has the very date that it was made with; that of an earlier one comes from the database.
  const isZoneUnknown = account.created_at === now && isUnknownZone(time_zone);
  return approvalOutcomePage(language, 'approved', { isZoneUnknown });
};

/** The form again or, the third time, the end of the request. A field left empty is no number. */
const refuseNumber = async (
  parts: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest,
): Promise<Page | 'changed'> => {
  const { number = '' }: FormFields = request.body;
  if (!number.trim()) return pageOf(parts, request, found, 'no_number');
  const left = await parts.requests.noteWrongNumber(found, new Date());
  if (left === undefined) return 'changed';
  if (left === 0) return approvalOutcomePage(pageLanguage(request, found.language), 'wrong_number');
  return pageOf(parts, request, found, left === 1 ? 'last_number' : 'wrong_number');
};

const logDecision = (request: LinkRequest, found: ConnectionRequest, decision: 'approve' | 'deny'): void =>
  request.log.info({ connection_request: found._id, decision }, 'connection decided');
