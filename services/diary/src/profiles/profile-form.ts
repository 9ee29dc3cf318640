import { mapFields } from 'shared/contract/map-fields.ts';
import { MEASURES, TARGET_FIELDS, TARGET_MEASURES, type TargetField } from 'shared/contract/measures.ts';
import { profileInput } from 'shared/contract/operations/profiles.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import { readNumber } from 'shared/pages/form/written-number.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { findTimeZone } from 'shared/records/time-zones.ts';

/** What the person decides of a diary. */
export type ProfileSettings = Pick<StoredProfile, 'name' | 'time_zone' | 'targets'>;

export type ProfileField = 'name' | 'time_zone' | TargetField;

/** A diary's form as it was filled in. */
export type ProfileEntries = Record<ProfileField, string>;

/** The entries that cannot be taken. */
export type WrongFields = Set<ProfileField>;

/** The form that shows a diary as it is. */
export const entriesOf = ({ name, time_zone, targets }: ProfileSettings): ProfileEntries => ({
  name,
  time_zone,
  ...mapFields(TARGET_FIELDS, (field) => String(targets?.[field] ?? '')),
});

/** The entries of a posted form; a field that it does not have stays as it is. */
export const readEntries = (fields: FormFields, profile: ProfileSettings): ProfileEntries => {
  const stored = entriesOf(profile);
  return mapFields(Object.keys(stored) as ProfileField[], (field) => fields[field]?.trim() ?? stored[field]);
};

/** What the entries say, or which of them cannot be taken. */
export const checkEntries = (entries: ProfileEntries): ProfileSettings | WrongFields => {
  const wrong = new Set<ProfileField>();
  const time_zone = findTimeZone(entries.time_zone);
  if (!isProfileName(entries.name)) wrong.add('name');
  if (!time_zone) wrong.add('time_zone');
  const targets = mapFields(TARGET_FIELDS, (field) => {
    const target = readTarget(field, entries[field]);
    if (target === undefined) wrong.add(field);
    return target ?? null;
  });
  if (wrong.size > 0 || !time_zone) return wrong;
  const isSet = Object.values(targets).some((target) => target !== null);
  return { name: entries.name, time_zone, targets: isSet ? targets : null };
};

/** Whether a diary can have this name. */
export const isProfileName = (name: string): boolean => profileInput.shape.name.safeParse(name).success;

/** What a target's entry says; null where it is empty, undefined where it is no number or out of bounds. */
const readTarget = (field: TargetField, entry: string): number | null | undefined => {
  if (entry === '') return null;
  const { max, whole } = MEASURES[TARGET_MEASURES[field]];
  const target = readNumber(entry);
  const isTarget = target !== undefined && target <= max && (!whole || Number.isInteger(target));
  return isTarget ? target : undefined;
};
