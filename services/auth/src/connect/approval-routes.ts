import { type Request, type Response, Router } from 'express';
import { acceptForm, csrfToken, type FormFields, isCsrfToken } from 'shared/pages/form.ts';
import type { Page } from 'shared/pages/page.ts';
import { pageLanguage } from 'shared/pages/page-language.ts';
import { sendPage } from 'shared/pages/send-page.ts';
import { hashSecret, type Keys } from 'shared/service/keys.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { beginAccount } from '../accounts/begin-account.ts';
import { type ApprovalOutcome, approvalOutcomePage } from '../pages/approval-outcome-page.ts';
import { type ApprovalError, approvalPage } from '../pages/approval-page.ts';
import { statusAt } from './request-state.ts';
import { type ConnectionRequest, MAX_WRONG_NUMBERS, type RequestStore } from './request-store.ts';

export type ApprovalParts = { siteUrl: string; keys: Keys; accounts: AccountStore; requests: RequestStore };

type LinkRequest = Request<{ secret: string }>;

/** The page behind a mailed link: opening it changes nothing, its form decides once (contract §4, H13). */
export const approvalRoutes = (parts: ApprovalParts): Router =>
  Router()
    .get('/approve/:secret', async (request: LinkRequest, response) => {
      sendPage(response, pageOf(parts, request, await findRequest(parts, request)));
    })
    .post(
      '/approve/:secret',
      ...acceptForm(parts.siteUrl),
      async (request: LinkRequest, response: Response) => {
        sendPage(response, await decide(parts, request));
      },
    );

const findRequest = ({ requests }: ApprovalParts, { params }: LinkRequest) =>
  requests.findByApprovalHash(hashSecret(params.secret));

/** The form while the request can be decided, else what became of it. */
const pageOf = (
  { keys }: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest | null,
  refused: { error?: ApprovalError; number?: string | undefined } = {},
): Page => {
  const language = pageLanguage(request, found?.language);
  const outcome = outcomeOf(found);
  if (!found || outcome) return approvalOutcomePage(language, outcome ?? 'unknown');
  return approvalPage({
    language,
    request: {
      id: found._id,
      email: found.email,
      clientName: found.client_name,
      scopes: found.scopes,
      network: found.network,
      requestedAt: found.created_at,
      ...(found.oauth && { redirectHost: found.oauth.redirect_host }),
    },
    csrf: csrfToken(keys, request.params.secret),
    ...refused,
  });
};

/** What became of a request; undefined while the person can still decide. */
const outcomeOf = (found: ConnectionRequest | null): ApprovalOutcome | undefined => {
  switch (found ? statusAt(found, new Date()) : undefined) {
    case 'pending':
      return undefined;
    case 'approved':
    case 'consumed':
      return 'already_approved';
    case 'denied':
      return 'already_denied';
    case 'expired':
      return 'expired';
    default:
      return 'unknown';
  }
};

/** Does what the posted form says, and gives the page that tells of it. */
const decide = async (parts: ApprovalParts, request: LinkRequest): Promise<Page> => {
  const form: FormFields = request.body;
  const found = await findRequest(parts, request);
  const page = pageOf(parts, request, found);
  if (!found || outcomeOf(found)) return page;
  if (!isCsrfToken(parts.keys, request.params.secret, form.csrf))
    return pageOf(parts, request, found, { error: 'form' });
  if (form.decision !== 'approve' && form.decision !== 'deny') return { ...page, status: 400 };
  if (form.decision === 'approve' && !form.terms)
    return pageOf(parts, request, found, { error: 'terms', number: form.number });
  if (form.decision === 'approve' && found.oauth && form.number?.trim() !== found.oauth.number)
    return refuseNumber(parts, request, found, form.number);
  const decided =
    form.decision === 'approve'
      ? await approve(parts, request, found)
      : await parts.requests.take('deny', found, new Date());
  // Another tab was faster: the page says what was decided there.
  if (!decided) return pageOf(parts, request, await findRequest(parts, request));
  request.log.info({ connection_request: found._id, decision: form.decision }, 'connection decided');
  const outcome = form.decision === 'approve' ? 'approved' : 'denied';
  return approvalOutcomePage(pageLanguage(request, found.language), outcome);
};

/** The form again or, the third time, the end of the request. A field left empty is no number. */
const refuseNumber = async (
  parts: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest,
  number = '',
): Promise<Page> => {
  if (!number.trim()) return pageOf(parts, request, found, { error: 'no_number' });
  // Another tab was faster: what it did decides what this one does.
  if (!(await parts.requests.noteWrongNumber(found, new Date()))) return decide(parts, request);
  const left = MAX_WRONG_NUMBERS - (found.oauth?.wrong_numbers ?? 0) - 1;
  if (left === 0) return approvalOutcomePage(pageLanguage(request, found.language), 'wrong_number');
  return pageOf(parts, request, found, { error: left === 1 ? 'last_number' : 'wrong_number', number });
};

/**
 * Makes the account where there is none yet, in the language of the page, notes the consent, and approves; false where the
 * request has moved on.
 */
const approve = async (
  { accounts, requests }: ApprovalParts,
  request: LinkRequest,
  found: ConnectionRequest,
): Promise<boolean> => {
  const at = new Date();
  const { time_zone }: FormFields = request.body;
  const person = { email: found.email, language: pageLanguage(request, found.language) };
  const account = await beginAccount(accounts, person, time_zone, at);
  return requests.take('approve', found, at, { accountId: account._id });
};
