import type { Scope } from 'shared/contract/scopes.ts';

/** What an operation is reached by, the scope it needs, and the status of its success. */
export type Row = readonly [
  method: string,
  path: string,
  scope: Scope | 'none' | 'poll token',
  status: number,
];

/**
 * The endpoint table of the specification (part 4), and of what goes beyond it, written out: nothing here is taken from the
 * contract.
 */
export const TABLE: readonly Row[] = [
  ['GET', '/meta', 'none', 200],
  ['POST', '/connect', 'none', 202],
  ['GET', '/connect/{id}', 'poll token', 200],
  ['GET', '/me', 'records:read', 200],
  ['GET', '/tokens', 'records:read', 200],
  ['DELETE', '/tokens/current', 'records:read', 200],
  ['GET', '/profiles', 'records:read', 200],
  ['POST', '/profiles', 'records:write', 201],
  ['POST', '/meals', 'records:write', 201],
  ['GET', '/meals', 'records:read', 200],
  ['DELETE', '/meals/{id}', 'records:write', 200],
  ['PATCH', '/meals/{id}', 'records:write', 200],
  ['POST', '/meals/{id}/copies', 'records:write', 201],
  ['GET', '/foods', 'records:read', 200],
  ['GET', '/days/{day}', 'records:read', 200],
  ['GET', '/days', 'records:read', 200],
  ['PUT', '/days/{day}/activity', 'records:write', 200],
  ['PATCH', '/days/{day}/activity', 'records:write', 200],
  ['PUT', '/days/{day}/sleep', 'records:write', 200],
  ['PATCH', '/days/{day}/sleep', 'records:write', 200],
  ['DELETE', '/activity/{id}', 'records:write', 200],
  ['DELETE', '/sleep/{id}', 'records:write', 200],
  ['POST', '/wellbeing', 'records:write', 201],
  ['DELETE', '/wellbeing/{id}', 'records:write', 200],
  ['PATCH', '/wellbeing/{id}', 'records:write', 200],
  ['GET', '/reports/{period}', 'reports:read', 200],
  ['GET', '/reports', 'reports:read', 200],
  ['GET', '/share-links', 'share:manage', 200],
  ['POST', '/share-links', 'share:manage', 201],
  ['DELETE', '/share-links/{id}', 'share:manage', 200],
  ['GET', '/records/{id}', 'records:read', 200],
  ['POST', '/records/{id}/restore', 'records:write', 200],
  ['GET', '/changes', 'records:read', 200],
];
