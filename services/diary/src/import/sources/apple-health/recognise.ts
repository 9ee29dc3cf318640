import type { FileHead } from '../found/source.ts';

/**
 * The root element or its DTD, after a declaration and comments; the file's name is in the phone's language (`C14.apple_file`). What
 * comes before can be read in one way alone: otherwise the time doubles with each comment (`H30`).
 */
const ROOT = /^\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*(?:<!DOCTYPE\s+HealthData\b|<HealthData[\s/>])/s;

/** Which file of Apple Health's export it is. */
export const recogniseAppleHealth = ({ text }: FileHead): string | undefined =>
  ROOT.test(text) ? 'health' : undefined;
