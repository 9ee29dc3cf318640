import { z } from 'zod';
import { email } from '../email-address.ts';
import { displayName, language, optional } from '../fields.ts';
import { DEFAULT_LANGUAGE } from '../languages.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { ALL_SCOPES, scope } from '../scopes.ts';
import { account } from './account.ts';

export const connectInput = z.strictObject({
  email: email.meta({ description: 'The address of the person whose diary it is.' }),
  client_name: displayName(80).meta({
    description: 'Shown to the person on the approval page; without control characters or direction marks.',
  }),
  scopes: optional(z.array(scope).min(1)).meta({ description: 'All four when absent.' }),
  language: optional(language).meta({
    description: `Language of the e-mail and the approval page; the account's, else \`${DEFAULT_LANGUAGE}\`, when absent.`,
  }),
});

export const connectionRequest = z.object({
  request_id: z.string(),
  poll_token: z.string().meta({ description: 'Secret used to poll; delivered once.' }),
  status: z.literal('pending'),
  expires_in: z.int().meta({ description: 'Seconds until the request expires.' }),
  poll_interval: z.int().meta({ description: 'Seconds between polls.' }),
  poll_url: z.url(),
});

export const approvedPoll = z.object({
  status: z.literal('approved'),
  token: z.string().meta({ description: 'The bearer token; delivered once.' }),
  token_type: z.literal('Bearer'),
  scopes: z.array(scope),
  account,
});

export const pollWithoutToken = z.object({ status: z.enum(['pending', 'consumed', 'denied', 'expired']) });

export const pollResult = z.discriminatedUnion('status', [approvedPoll, pollWithoutToken]);
export type ConnectionStatus = z.infer<typeof pollResult>['status'];

export const connect = operation({
  id: 'connect',
  method: 'POST',
  path: '/connect',
  owner: 'auth',
  access: 'none',
  summary: 'Ask a person for access by e-mail',
  description:
    'Mails an approval link to the person and returns what is needed to poll for their answer. Tell the person the last four characters of `request_id`: the mail and the page show the same four.',
  status: 202,
  body: connectInput,
  response: connectionRequest,
  problems: ['rate_limited', 'email_not_sent'],
  example: {
    body: { email: 'ana@example.org', client_name: 'Kitchen assistant', language: 'es' },
    response: {
      request_id: 'req_019a2f6c-7d1e-7b7a-9a53-4f2d1c0e9b11',
      poll_token: 'H1n3mS0m3P0llS3cr3tTh4tIsG1v3nOnlyOnc3abcdef',
      status: 'pending',
      expires_in: LIMITS.connectLifetimeSeconds,
      poll_interval: LIMITS.pollIntervalSeconds,
      poll_url: 'https://diary.example.org/api/v1/connect/req_019a2f6c-7d1e-7b7a-9a53-4f2d1c0e9b11',
    },
  },
});

export const pollConnect = operation({
  id: 'poll_connect',
  method: 'GET',
  path: '/connect/{id}',
  owner: 'auth',
  access: 'poll_token',
  summary: "Poll for the person's answer",
  description:
    'Send the poll token as a Bearer header or as the query parameter `poll_token`. The poll that says `approved` carries the bearer token, exactly once.',
  // An id that no request can have is an unknown request, a 404: a poll answers no 400 for its path (`S4.poll`).
  params: z.strictObject({ id: z.string().meta({ description: 'The `request_id`.' }) }),
  query: z.strictObject({
    poll_token: z
      .string()
      .optional()
      .meta({ description: 'Instead of a Bearer token, or beside one that is not the poll token.' }),
  }),
  status: 200,
  response: pollResult,
  problems: ['not_found', 'polling_too_fast'],
  example: {
    params: { id: 'req_019a2f6c-7d1e-7b7a-9a53-4f2d1c0e9b11' },
    response: {
      status: 'approved',
      token: 'drs_7Hq2mPz0yUQkXo1cVb5nLw8tRe4sGj6dAf3hKi9xYvE',
      token_type: 'Bearer',
      scopes: [...ALL_SCOPES],
      account: { id: 'acc_019a2f6c-9000-7000-8000-000000000001', email: 'ana@example.org', language: 'es' },
    },
  },
});
