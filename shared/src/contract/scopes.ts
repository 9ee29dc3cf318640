import { z } from 'zod';

/** What each scope permits, in the words of the specification (part 5). */
export const SCOPE_PERMITS = {
  'records:read':
    'Read meals, activity, sleep and wellbeing notes; also account, token list, profile list and revoking the current token',
  'records:write': 'Add and delete meals, activity, sleep and wellbeing notes; create a profile',
  'reports:read': 'Read daily, weekly and monthly reports',
  'share:manage': 'Create, list and revoke report links',
} as const;

export const scope = z.enum(['records:read', 'records:write', 'reports:read', 'share:manage']);
export type Scope = z.infer<typeof scope>;

/** All scopes in the specification's order: what a connection gets that asks for none. */
export const ALL_SCOPES: readonly Scope[] = scope.options;
