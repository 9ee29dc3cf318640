import type { Request } from 'express';
import { callersNetwork } from 'shared/calls/principal.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { connect, pollConnect, type pollResult } from 'shared/contract/operations/connect.ts';
import { Problem } from 'shared/contract/problem.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { refuseAbandoned } from 'shared/http/refuse-abandoned.ts';
import type { Route } from 'shared/http/route.ts';
import { hashSecret, randomSecret } from 'shared/process/keys.ts';
import { addSeconds } from 'shared/process/time.ts';
import type { z } from 'zod';
import { newConnection } from '../access/connection.ts';
import { statusAt } from '../access/request-state.ts';
import type { ConnectionRequest } from '../access/request-store.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { type ApprovalMailParts, askForApproval } from './ask-for-approval.ts';
import type { Deliver } from './deliver.ts';

export type ConnectParts = ApprovalMailParts & { accounts: AccountStore; deliver: Deliver };

/** `POST /connect` and `GET /connect/{id}` (`S4.connect`, `S4.poll`). */
export const connectRoutes = (route: Route, parts: ConnectParts): void => {
  const { siteUrl, requests } = parts;

  route(connect, async ({ body, request, response }) => {
    const pollToken = randomSecret();
    const connectionRequest = await askForApproval(
      parts,
      {
        email: body.email,
        client_name: body.client_name,
        scopes: ALL_SCOPES.filter((scope) => body.scopes?.includes(scope) ?? true),
        language: body.language,
        network: callersNetwork(request),
        poll_token_hash: hashSecret(pollToken),
      },
      response,
    );
    return {
      request_id: connectionRequest._id,
      poll_token: pollToken,
      status: 'pending' as const,
      expires_in: LIMITS.connectLifetimeSeconds,
      poll_interval: LIMITS.pollIntervalSeconds,
      poll_url: `${siteUrl}/api/v1/connect/${connectionRequest._id}`,
    };
  });

  route(pollConnect, async ({ params, query, request, response }) => {
    const hashes = pollTokensOf(request, query).map(hashSecret);
    const isHead = request.method === 'HEAD';
    const now = new Date();
    const polled = isHead ? null : await requests.poll(params.id, hashes, now);
    const found = polled ?? (await requests.findByPollToken(params.id, hashes));
    const status = found && statusAt(found, now);
    if (!found || !status) throw unknownRequest();
    // The answer to a HEAD is sent without its body: it tells no status and delivers nothing.
    if (isHead) return { status: 'pending' as const };
    if (!polled) throw pollingTooFast(found);
    if (status !== 'approved') return { status };
    refuseAbandoned(response);
    return deliverToken(parts, found, now);
  });
};

/** The same words whether the id or the token is wrong. */
const unknownRequest = (): Problem =>
  new Problem(
    'not_found',
    `No request has this id and poll token. Send the token alone, exactly as it was given, as "Authorization: Bearer <poll_token>" or "?poll_token=<poll_token>". A request is gone ${LIMITS.finishedLifetimeSeconds / 3600} hours after its end.`,
  );

const pollingTooFast = ({ last_polled_at }: ConnectionRequest): Problem => {
  const nextAt = addSeconds(last_polled_at ?? new Date(), LIMITS.pollIntervalSeconds);
  const waitSeconds = Math.max(1, Math.ceil((nextAt.getTime() - Date.now()) / 1000));
  return new Problem('polling_too_fast', `Poll every ${LIMITS.pollIntervalSeconds} seconds.`, {
    headers: { 'Retry-After': String(waitSeconds) },
  });
};

/** The answer that carries the token, to the one poll that fetches it. Throws `not_found` where the account is deleted. */
const deliverToken = async (
  { accounts, deliver }: ConnectParts,
  approved: ConnectionRequest,
  now: Date,
): Promise<z.input<typeof pollResult>> => {
  const account = await accounts.findOpen(approved.account_id ?? '');
  if (!account) throw unknownRequest();
  const { client_name, scopes } = approved;
  const { token, connection } = newConnection({ account_id: account._id, client_name, scopes }, now);
  if (!(await deliver(approved, connection, now))) return { status: 'consumed' };
  const { _id: id, email, language } = account;
  return {
    status: 'approved',
    token,
    token_type: 'Bearer',
    scopes,
    account: { id, email, language },
  };
};

const bearerToken = (request: Request): string | undefined =>
  /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];

/** What may be the poll token: some platforms add a bearer token of their own to every call. */
const pollTokensOf = (request: Request, { poll_token }: z.output<typeof pollConnect.query>): string[] =>
  [poll_token, bearerToken(request)].filter((token) => token !== undefined);
