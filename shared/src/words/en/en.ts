import { account } from './account.ts';
import { approval } from './approval.ts';
import { connecting } from './connecting.ts';
import { errors } from './errors.ts';
import { form } from './form.ts';
import { landing } from './landing.ts';
import { legal } from './legal/legal.ts';
import { oauthSignIn } from './oauth-sign-in.ts';
import { operations } from './operations.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';

/** All that people read, by place. The other languages have the same places, with the same keys. */
export const en = {
  account,
  approval,
  connecting,
  errors,
  form,
  landing,
  legal,
  oauthSignIn,
  operations,
  scopes,
  shell,
  signIn,
};

export type Words = typeof en;
