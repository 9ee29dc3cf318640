import type { Words } from '../en/en.ts';
import { account } from './account.ts';
import { cards } from './cards.ts';
import { check } from './check.ts';
import { clients } from './clients.ts';
import { approval } from './connect/approval.ts';
import { connecting } from './connect/connecting.ts';
import { oauthSignIn } from './connect/oauth-sign-in.ts';
import { signIn } from './connect/sign-in.ts';
import { deleteRecord } from './delete-record.ts';
import { download } from './download.ts';
import { errors } from './errors.ts';
import { form } from './form.ts';
import { importing } from './import.ts';
import { landing } from './landing.ts';
import { legal } from './legal/legal.ts';
import { links } from './links.ts';
import { mails } from './mails.ts';
import { operations } from './operations.ts';
import { personReport } from './person-report.ts';
import { profiles } from './profiles.ts';
import { recordPage } from './record-page.ts';
import { measures } from './report/measures.ts';
import { range } from './report/range.ts';
import { report } from './report/report.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const es: Words = {
  account,
  approval,
  cards,
  check,
  clients,
  connecting,
  deleteRecord,
  download,
  errors,
  form,
  importing,
  landing,
  legal,
  links,
  mails,
  measures,
  oauthSignIn,
  operations,
  personReport,
  profiles,
  recordPage,
  report,
  range,
  scopes,
  shell,
  signIn,
};
