import type { Words } from '../en/en.ts';
import { errors } from './errors.ts';
import { form } from './form.ts';
import { landing } from './landing.ts';
import { operations } from './operations.ts';
import { scopes } from './scopes.ts';
import { shell } from './shell.ts';

export const ru: Words = { errors, form, landing, operations, scopes, shell };
