import { errors } from './errors.ts';
import { form } from './form.ts';
import { landing } from './landing.ts';
import { operations } from './operations.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

/** All that people read, by place. The other languages have the same places, with the same keys. */
export const en = { errors, form, landing, operations, scopes, shell };

export type Words = typeof en;
