import { day } from 'shared/contract/fields.ts';
import { SHOWN_KINDS, type ShownKind } from 'shared/contract/kinds.ts';
import { shareLinkInput } from 'shared/contract/operations/share-links.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { NewShareLink } from './share-link.ts';

/** The form of a new link as it was filled in. */
export type LinkEntries = {
  label: string;
  shows: readonly string[];
  from: string;
  to: string;
  profile_id: string;
  expires_in_days: string;
};

/** What a filled-in form asks for, or the field that has to be corrected. */
export type LinkForm = { entries: LinkEntries } & (
  | { input: Omit<NewShareLink, 'accountId'>; why?: undefined }
  | { input?: undefined; why: keyof LinkEntries }
);

const isKind = (word: string): word is ShownKind => SHOWN_KINDS.some((kind) => kind === word);

/** Reads the form of a new link. A form without any field `shows` is none of our page's, and shows everything. */
export const readLinkForm = (fields: FormFields, profiles: readonly StoredProfile[]): LinkForm => {
  const entries: LinkEntries = {
    label: fields.label?.trim() ?? '',
    shows: fields.shows?.split(' ').filter(Boolean) ?? SHOWN_KINDS,
    from: fields.from?.trim() ?? '',
    to: fields.to?.trim() ?? '',
    profile_id: fields.profile_id ?? '',
    expires_in_days: fields.expires_in_days?.trim() ?? '',
  };
  const { label, shows, from, to, profile_id } = entries;
  const isDay = (entry: string): boolean => entry === '' || day.safeParse(entry).success;
  const expiresInDays = readExpiry(entries.expires_in_days);
  if (!shareLinkInput.shape.label.safeParse(label || null).success) return { entries, why: 'label' };
  const kinds = shows.filter(isKind);
  if (kinds.length === 0 || kinds.length < shows.length) return { entries, why: 'shows' };
  if (!isDay(from)) return { entries, why: 'from' };
  if (!isDay(to) || (from && to && to < from)) return { entries, why: 'to' };
  if (profile_id && !profiles.some(({ _id }) => _id === profile_id)) return { entries, why: 'profile_id' };
  if (expiresInDays === undefined) return { entries, why: 'expires_in_days' };
  return {
    entries,
    input: {
      label: label || null,
      shows: kinds,
      from: from || null,
      to: to || null,
      profileId: profile_id || null,
      expiresInDays,
    },
  };
};

/** The days that a form gives a link; null where it is to have no end, undefined where the entry is no number of days. */
const readExpiry = (entry: string): number | null | undefined => {
  if (entry === '') return null;
  const days = /^\d+$/.test(entry) ? Number(entry) : undefined;
  const { success } = shareLinkInput.shape.expires_in_days.safeParse(days);
  return success ? days : undefined;
};
