import type { CallersAccount } from 'shared/calls/principal.ts';
import { Problem } from 'shared/contract/problem.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { chooseProfile, homeZone, type Profiles } from 'shared/records/profiles.ts';
import { findTimeZone } from 'shared/records/time-zones.ts';
import { retryRaces } from 'shared/store/retry-races.ts';
import { checkEntries, entriesOf, isProfileName, type ProfileSettings, readEntries } from './profile-form.ts';
import { freePlace, type ProfileStore } from './profile-store.ts';
import type { ProfileChange, ProfilesPageOptions } from './profiles-page.ts';

/** What the forms of a profile that is there ask for. */
const PROFILE_ACTIONS = ['save', 'save_browser_zone', 'make_default'];

/** What became of a form: it is done, in the profile that is then opened, or it goes back to the person. */
type Outcome =
  | { notice: ProfileChange; profile: StoredProfile }
  | Pick<ProfilesPageOptions, 'returned' | 'addition' | 'gone'>;

/**
 * Makes the function that does what a form of `/account/profiles` asks for. A form sent twice takes effect once, and one that
 * was filled in before the last change is returned. Throws `validation_failed` where it asks for nothing known, `not_found`
 * where the profile is removed while it becomes the default one, and `unavailable` where other changes are in its way.
 */
export const createProfileChanges = (profiles: Profiles, store: ProfileStore) => {
  const find = async (account: CallersAccount, id: string | undefined): Promise<StoredProfile | undefined> =>
    chooseProfile(await profiles.all(account), id);

  /** Adds a profile at the place that the form names, or at another where that one is taken. */
  const add = async (account: CallersAccount, fields: FormFields): Promise<Outcome> => {
    const name = fields.name?.trim() ?? '';
    if (!isProfileName(name)) return { addition: { name } };
    return retryRaces(async () => {
      const existing = await profiles.all(account);
      const repeated = existing.find(
        (profile) => String(profile.place) === fields.place && profile.name === name,
      );
      if (repeated) return { notice: 'added', profile: repeated };
      const place = freePlace(existing, fields.place);
      if (place === undefined) return { addition: { name } };
      const named = findTimeZone(fields.time_zone ?? '');
      const time_zone = named ?? homeZone(existing, account);
      const profile = await store.add({ account_id: account.id, name, time_zone, place });
      return { notice: fields.time_zone && !named ? 'added_home_zone' : 'added', profile };
    });
  };

  /** Saves what was entered, unless the profile was changed to something else since the form was made. */
  const save = async (
    account: CallersAccount,
    profile: StoredProfile,
    fields: FormFields,
  ): Promise<Outcome> => {
    const entries = readEntries(fields, profile);
    if (fields.action === 'save_browser_zone') entries.time_zone = fields.browser_time_zone ?? '';
    const settings = checkEntries(entries);
    if (settings instanceof Set) return { returned: { id: profile._id, entries, why: settings } };
    const isNewest = !fields.revision || fields.revision === String(profile.revision);
    const isSaved =
      (isNewest && (await store.change(profile, settings))) ||
      isStored(settings, await find(account, profile._id));
    return isSaved
      ? { notice: 'saved', profile }
      : { returned: { id: profile._id, entries, why: 'changed' } };
  };

  return async (account: CallersAccount, fields: FormFields): Promise<Outcome> => {
    // Sent by no button, as a script sends it, the form is saved.
    const { action = 'save' } = fields;
    if (action === 'add') return add(account, fields);
    if (!PROFILE_ACTIONS.includes(action)) throw new Problem('validation_failed', 'There is no such action.');
    const profile = await find(account, fields.profile_id);
    if (!profile) return { gone: true };
    if (action !== 'make_default') return save(account, profile, fields);
    await store.makeDefault(account.id, profile._id);
    return { notice: 'default', profile };
  };
};

/** Whether a form that comes too late says what is stored: then it is the same one again. */
const isStored = (settings: ProfileSettings, stored: StoredProfile | undefined): boolean =>
  stored !== undefined && JSON.stringify(entriesOf(settings)) === JSON.stringify(entriesOf(stored));
