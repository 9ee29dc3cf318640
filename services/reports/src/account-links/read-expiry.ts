import { shareLinkInput } from 'shared/contract/share-links.ts';

/** The days that a form gives a link; null where it is to have no end, undefined where the entry is no number of days. */
export const readExpiry = (entry: string): number | null | undefined => {
  if (entry === '') return null;
  const days = /^\d+$/.test(entry) ? Number(entry) : undefined;
  const { success } = shareLinkInput.shape.expires_in_days.safeParse(days);
  return success ? days : undefined;
};
