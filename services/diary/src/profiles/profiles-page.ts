import type { Language } from 'shared/contract/fields.ts';
import { MEASURES, TARGET_FIELDS, TARGET_MEASURES, type TargetField } from 'shared/contract/measures.ts';
import { formatShortZonedMoment, localeTag } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { measureLabel } from 'shared/pages/figures/measure-label.ts';
import { csrfField, type Field, field } from 'shared/pages/form/field.ts';
import { writeNumber } from 'shared/pages/form/written-number.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { TIME_ZONES } from 'shared/records/time-zones.ts';
import type { ProfilesWords } from 'shared/words/en/profiles.ts';
import { wordsIn } from 'shared/words/words.ts';
import { entriesOf, type ProfileEntries, type ProfileField, type WrongFields } from './profile-form.ts';
import { freePlace } from './profile-store.ts';

/** What was done a moment ago. */
export type ProfileChange = keyof ProfilesWords['notices'];

export type ProfilesPageOptions = {
  language: Language;
  signedIn: SignedIn;
  profiles: readonly StoredProfile[];
  notice?: ProfileChange | undefined;
  /** The place of the profile that it was done in: its panel is open. */
  opened?: string | undefined;
  /** A form that came back: what was entered, and why. */
  returned?: { id: string; entries: ProfileEntries; why: WrongFields | 'changed' };
  /** The form of a new diary that came back, for its name or for want of room. */
  addition?: { name: string };
  /** Whether the diary that was to be changed is no longer there. */
  gone?: boolean;
};

const ID_OF_ZONES = 'time-zones';

/** A name has up to 60 code points (`S2.profile_name`), of up to two of the UTF-16 units that a browser counts. */
const NAME_UNITS = 120;

/** `/account/profiles` */
export const profilesPage = (options: ProfilesPageOptions): Page => {
  const { language, signedIn, profiles, notice, gone } = options;
  const words = wordsIn(language).profiles;
  return {
    language,
    title: words.title,
    refused: gone || hasReturned(options),
    done: notice !== undefined,
    status: statusOf(options),
    signedIn,
    script: 'time-zone.js',
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${notice && html`<p class="note" role="status">${words.notices[notice]}</p>`}
${gone && html`<p class="error" role="alert">${words.gone}</p>`}
${profiles.map((profile) => profilePanel(options, profile))}
${additionPanel(options)}
<datalist id="${ID_OF_ZONES}">${TIME_ZONES.map((zone) => html`<option value="${zone}"></option>`)}</datalist>`,
  };
};

/** Whether a form came back. */
const hasReturned = ({ returned, addition }: ProfilesPageOptions): boolean =>
  returned !== undefined || addition !== undefined;

const statusOf = (options: ProfilesPageOptions): number => {
  if (options.gone) return 404;
  if (options.returned?.why === 'changed') return 409;
  return hasReturned(options) ? 400 : 200;
};

const profilePanel = (options: ProfilesPageOptions, profile: StoredProfile): Html => {
  const { language, signedIn, profiles, opened, returned } = options;
  const words = wordsIn(language).profiles;
  const isOpen = profiles.length === 1 || returned?.id === profile._id || opened === String(profile.place);
  return html`<details class="panel narrow"${isOpen && html` open`}>
<summary><h2 id="${headingOf(profile)}"><bdi>${profile.name}</bdi></h2>${profile.is_default && html` <span class="badge">${words.isDefault}</span>`} <small>${words.created} ${formatShortZonedMoment(language, profile.created_at, profile.time_zone)}</small></summary>
${settingsForm(options, profile)}
${
  profile.is_default
    ? profiles.length > 1 && html`<p class="muted">${words.defaultStays}</p>`
    : html`<div class="actions">
<form method="post">${csrfField(signedIn.csrf)}<input type="hidden" name="action" value="make_default"><input type="hidden" name="profile_id" value="${profile._id}"><button type="submit" class="secondary" aria-describedby="${headingOf(profile)}">${words.makeDefault}</button></form>
<a class="button removes" aria-describedby="${headingOf(profile)}" href="/account/profiles/${profile._id}/delete?language=${language}">${words.delete}</a>
</div>`
}
</details>`;
};

/** The id of the heading with a diary's name, by which a screen reader tells its controls from those of the others. */
const headingOf = ({ place }: StoredProfile): string => `diary-${place}`;

const settingsForm = (
  { language, signedIn, returned }: ProfilesPageOptions,
  profile: StoredProfile,
): Html => {
  const words = wordsIn(language).profiles;
  const mine = returned?.id === profile._id ? returned : undefined;
  const entries = mine?.entries ?? writtenEntries(language, profile);
  const wrong = mine && mine.why !== 'changed' ? [...mine.why] : [];
  const entry = (name: ProfileField, hint?: string): Field => ({
    id: `${name}-${profile.place}`,
    label: labelOf(language, name),
    hint,
    error: wrong.includes(name) ? whatIsWrong(language, name) : undefined,
    focused: wrong[0] === name,
  });
  const input = (name: ProfileField, attributes: Html) =>
    html`<input${attributes} type="text" name="${name}" value="${entries[name]}" autocomplete="off"`;
  return html`<form method="post">
${csrfField(signedIn.csrf)}<input type="hidden" name="profile_id" value="${profile._id}"><input type="hidden" name="revision" value="${profile.revision}">
${mine?.why === 'changed' && html`<p class="error" role="alert">${words.changed}</p>`}
${field(entry('name'), (attributes) => html`${input('name', attributes)} dir="auto" maxlength="${NAME_UNITS}" required>`)}
${field(entry('time_zone', words.timeZoneHint), (attributes) => html`${input('time_zone', attributes)} list="${ID_OF_ZONES}" spellcheck="false" required>`)}
<input type="hidden" name="browser_time_zone" value="">
<fieldset aria-describedby="targets-${profile.place}"><legend>${words.targets}</legend>
<p class="hint" id="targets-${profile.place}">${words.targetsHint}</p>
<div class="fields">${TARGET_FIELDS.map((name) => field(entry(name, name === 'sleep_minutes' ? words.sleepHint : undefined), (attributes) => html`${input(name, attributes)} inputmode="decimal">`))}</div>
</fieldset>
<div class="actions"><button type="submit" name="action" value="save" aria-describedby="${headingOf(profile)}">${words.save}</button>
<button type="submit" name="action" value="save_browser_zone" class="secondary needs-script" aria-describedby="${headingOf(profile)}">${words.saveBrowserZone}</button></div>
</form>`;
};

/** What is stored, its fractions with the language's own sign. */
const writtenEntries = (language: Language, profile: StoredProfile): ProfileEntries => {
  const entries = entriesOf(profile);
  for (const name of TARGET_FIELDS)
    if (entries[name] !== '') entries[name] = writeNumber(language, Number(entries[name]));
  return entries;
};

/** A target without a name of its own is called as its measure is. */
const labelOf = (language: Language, name: ProfileField): string => {
  const fields: Partial<Record<ProfileField, string>> = wordsIn(language).profiles.fields;
  return fields[name] ?? measureLabel(language, TARGET_MEASURES[name as TargetField]);
};

const whatIsWrong = (language: Language, name: ProfileField): string => {
  const { wrong } = wordsIn(language).profiles;
  if (name === 'name' || name === 'time_zone') return wrong[name];
  const { max, whole } = MEASURES[TARGET_MEASURES[name]];
  const most = max.toLocaleString(localeTag(language), { useGrouping: false });
  return whole ? wrong.wholeTarget(most) : wrong.target(most);
};

/** The place that the new diary will have is in the form, so that the form sent twice adds one. */
const additionPanel = ({ language, signedIn, profiles, addition }: ProfilesPageOptions): Html => {
  const words = wordsIn(language).profiles;
  const place = freePlace(profiles);
  if (place === undefined) return html`<p class="muted">${words.full}</p>`;
  const name: Field = {
    id: 'new-name',
    label: words.fields.name,
    hint: words.addHint,
    error: addition && words.wrong.name,
    focused: addition !== undefined,
  };
  return html`<form class="panel narrow" method="post">
<h2>${words.add}</h2>
${csrfField(signedIn.csrf)}<input type="hidden" name="action" value="add"><input type="hidden" name="place" value="${place}"><input type="hidden" name="time_zone" value="">
${field(name, (attributes) => html`<input${attributes} type="text" dir="auto" name="name" value="${addition?.name}" maxlength="${NAME_UNITS}" required autocomplete="off">`)}
<div class="actions"><button type="submit">${words.addButton}</button></div>
</form>`;
};
