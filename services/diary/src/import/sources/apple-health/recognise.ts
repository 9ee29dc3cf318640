import type { FileHead } from '../found/source.ts';

/** The root element, after a declaration, comments and a DTD; the file's name is in the phone's language (`C14.apple_file`). */
const ROOT = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE\s+HealthData\b|<HealthData[\s>])/s;

/** Which file of Apple Health's export it is. */
export const recogniseAppleHealth = ({ text }: FileHead): string | undefined =>
  ROOT.test(text) ? 'health' : undefined;
