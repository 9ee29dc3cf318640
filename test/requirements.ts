import { CARDS } from './requirements/cards.ts';
import { CLIENTS } from './requirements/clients.ts';
import { CONNECT } from './requirements/connect.ts';
import { FOODS } from './requirements/foods.ts';
import { IMPORTS } from './requirements/imports.ts';
import { MCP } from './requirements/mcp.ts';
import { OAUTH } from './requirements/oauth.ts';
import { OPERATION } from './requirements/operation.ts';
import { PAGES } from './requirements/pages.ts';
import { PERSON } from './requirements/person.ts';
import { REPORTS } from './requirements/reports.ts';
import { REST } from './requirements/rest.ts';
import { SECURITY } from './requirements/security.ts';

/**
 * Every rule that the tests must prove; a full run fails if no test proves one of them. An id says where its rule comes from: the
 * part of the specification (S4) or of the contract (C4), the point of the hardening list (H4), the fault that the hardening list
 * asks for (F), the architecture (A), or what operation (O) and security (Z) need.
 */
export const REQUIREMENTS = {
  ...CONNECT,
  ...REST,
  ...FOODS,
  ...IMPORTS,
  ...MCP,
  ...CARDS,
  ...OAUTH,
  ...PERSON,
  ...PAGES,
  ...REPORTS,
  ...CLIENTS,
  ...OPERATION,
  ...SECURITY,
} satisfies Record<string, string>;

/** The id of a rule. */
export type RequirementId = keyof typeof REQUIREMENTS;
