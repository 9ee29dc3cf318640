import { z } from 'zod';
import { language, timestamp } from '../fields.ts';
import { operation } from '../operation.ts';
import { ALL_SCOPES, scope } from '../scopes.ts';
import { exampleProfile, profile } from './profiles.ts';

/** How a connection came into being: an approved connection request, or an OAuth grant. */
export const access = z.enum(['email', 'oauth']);
export type Access = z.infer<typeof access>;

export const account = z.object({ id: z.string(), email: z.string(), language });

/** From the first day of a week to the last, as `C2.week` counts them. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

const connection = z.object({ id: z.string(), client_name: z.string(), access, scopes: z.array(scope) });

export const token = connection.extend({
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  current: z.boolean().meta({ description: 'Whether this call was made with it.' }),
});

const exampleConnection = {
  id: 'tok_019a2f6d-1000-7000-8000-000000000004',
  client_name: 'Kitchen assistant',
  access: 'email' as const,
  scopes: [...ALL_SCOPES],
};

export const whoami = operation({
  id: 'whoami',
  method: 'GET',
  path: '/me',
  owner: 'diary',
  access: 'records:read',
  summary: 'Show the account, the token in use and the profiles',
  status: 200,
  response: z.object({
    account,
    token: connection,
    scopes: z.array(scope),
    profiles: z.array(profile),
    now: timestamp.meta({ description: 'With the offset of the default profile’s time zone.' }),
    weekday: z.enum(WEEKDAYS),
  }),
  example: {
    response: {
      account: { id: 'acc_019a2f6c-9000-7000-8000-000000000001', email: 'ana@example.org', language: 'es' },
      token: exampleConnection,
      scopes: [...ALL_SCOPES],
      profiles: [exampleProfile],
      now: '2026-10-04T13:05:00+02:00',
      weekday: 'sunday',
    },
  },
});

export const listTokens = operation({
  id: 'list_tokens',
  method: 'GET',
  path: '/tokens',
  owner: 'auth',
  access: 'records:read',
  summary: 'List the connected assistants',
  inActions: false,
  description: 'One row per connected assistant, without secrets.',
  status: 200,
  response: z.object({ tokens: z.array(token) }),
  example: {
    response: {
      tokens: [
        {
          ...exampleConnection,
          created_at: '2026-10-04T10:58:12Z',
          last_used_at: '2026-10-04T11:05:00Z',
          expires_at: '2027-04-02T11:05:00Z',
          current: true,
        },
      ],
    },
  },
});

export const revokeCurrentToken = operation({
  id: 'revoke_current_token',
  method: 'DELETE',
  path: '/tokens/current',
  owner: 'auth',
  access: 'records:read',
  summary: 'Disconnect: revoke the token used for this call',
  inActions: false,
  status: 200,
  response: z.object({ revoked: z.literal(true), id: z.string() }),
  example: { response: { revoked: true, id: exampleConnection.id } },
});
