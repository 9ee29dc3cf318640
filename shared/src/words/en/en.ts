import { landing } from './landing.ts';

/** All that people read, by place. The other languages have the same places, with the same keys. */
export const en = { landing };

export type Words = typeof en;
