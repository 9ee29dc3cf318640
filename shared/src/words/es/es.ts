import type { Words } from '../en/en.ts';
import { landing } from './landing.ts';

export const es: Words = { landing };
