import { auth } from './requirements/auth.ts';
import { deployment } from './requirements/deployment.ts';
import { diary } from './requirements/diary.ts';
import { gateway } from './requirements/gateway.ts';
import { hardening } from './requirements/hardening.ts';
import { mcp } from './requirements/mcp.ts';
import { oauth } from './requirements/oauth.ts';
import { operation } from './requirements/operation.ts';
import { pages } from './requirements/pages.ts';
import { person } from './requirements/person.ts';
import { personPages } from './requirements/person-pages.ts';
import { reportPages } from './requirements/report-pages.ts';
import { reports } from './requirements/reports.ts';
import { security } from './requirements/security.ts';

/** One rule in a sentence. `source` says where it comes from: the specification (S…), the contract (C…), the hardening list (H…) or others. */
export type Requirement = { id: string; text: string; source: string };

/** Every rule that the tests must prove; a full run fails if no test proves one of them. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...auth,
  ...deployment,
  ...diary,
  ...gateway,
  ...hardening,
  ...mcp,
  ...oauth,
  ...operation,
  ...pages,
  ...person,
  ...personPages,
  ...reportPages,
  ...reports,
  ...security,
];
