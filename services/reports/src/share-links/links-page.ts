import type { Language } from 'shared/contract/fields.ts';
import { SHOWN_KINDS } from 'shared/contract/kinds.ts';
import type { ShareLink } from 'shared/contract/operations/share-links.ts';
import { formatCount, formatShortZonedMoment, isolated, localeTag } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { daysInWords, kindsInWords } from 'shared/pages/figures/link-words.ts';
import { copiedField } from 'shared/pages/form/copied-field.ts';
import { csrfField, type Field, field } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { chooseProfile } from 'shared/records/profiles.ts';
import type { LinksWords } from 'shared/words/en/links.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { LinkEntries } from './link-form.ts';
import type { Keeper } from './link-keepers-store.ts';
import type { NewShareLink } from './share-link.ts';

type ReturnedForm = { entries: LinkEntries } & (
  | { why: keyof LinkEntries | 'full'; input?: undefined }
  | { input: Omit<NewShareLink, 'accountId'>; why?: undefined }
);

export type LinksPageOptions = {
  language: Language;
  signedIn: SignedIn;
  /** The active links, the newest first. */
  links: readonly ShareLink[];
  profiles: readonly StoredProfile[];
  /** Who keeps them, by their ids. */
  keepersOf: ReadonlyMap<string, readonly Keeper[]>;
  /** The id that the next link gets, so that its form sent twice makes one. */
  nextId: string;
  notice?: keyof LinksWords['notices'] | undefined;
  /** The form that came back: for a field, because the account can have no more links, or to say what the link will show. */
  returned?: ReturnedForm | undefined;
};

const SUGGESTED_DAYS = '30';

/** `/account/links` */
export const linksPage = (options: LinksPageOptions): Page => {
  const { language, signedIn, links, notice, returned } = options;
  const words = wordsIn(language).links;
  return {
    language,
    title: words.title,
    refused: returned?.why !== undefined,
    done: notice !== undefined,
    status: returned?.why ? 400 : 200,
    signedIn,
    script: 'copy.js',
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${creationForm(options)}
<h2 id="active">${words.active}</h2>
${notice && html`<p class="note" role="status">${words.notices[notice]}</p>`}
${links.length === 0 ? html`<p class="muted">${words.none}</p>` : html`<ul class="cards">${links.map((link) => html`<li>${card(options, link)}</li>\n`)}</ul>`}`,
  };
};

const creationForm = (options: LinksPageOptions): Html => {
  const { language, signedIn, profiles, nextId, returned } = options;
  const words = wordsIn(language).links;
  const entries: LinkEntries = returned?.entries ?? {
    label: '',
    shows: SHOWN_KINDS,
    from: '',
    to: '',
    profile_id: chooseProfile(profiles, null)?._id ?? '',
    expires_in_days: SUGGESTED_DAYS,
  };
  const errorOf = (name: keyof LinkEntries, error: string) =>
    returned?.why === name ? { error, focused: true } : {};
  const option = (id: string, label: Html | string) =>
    html`<option value="${id}" dir="auto"${id === entries.profile_id && html` selected`}>${label}</option>`;
  const label = {
    id: 'label',
    label: words.label,
    hint: words.labelHint,
    ...errorOf('label', words.labelError),
  };
  const from = { id: 'from', label: words.from, ...errorOf('from', words.fromError) };
  const to = { id: 'to', label: words.to, ...errorOf('to', words.toError) };
  const profile = { id: 'profile', label: words.profile, ...errorOf('profile_id', words.profileError) };
  const days = {
    id: 'days',
    label: words.days,
    hint: words.daysHint,
    ...errorOf('expires_in_days', words.daysError),
  };
  const dateField = (of: Field, name: 'from' | 'to') =>
    field(of, (attributes) => html`<input${attributes} type="date" name="${name}" value="${entries[name]}">`);
  return html`<form class="panel link-form" method="post" action="#create">
<h2 id="create">${words.create}</h2>
${returned?.why === 'full' && html`<p class="error" role="alert">${words.full}</p>`}
${csrfField(signedIn.csrf)}<input type="hidden" name="id" value="${nextId}">
<div class="columns even">
<div>
${kindsField(options, entries)}
</div>
<div>
${field(profile, (attributes) => html`<select${attributes} name="profile_id">${profiles.map((profile) => option(profile._id, `${profile.name}${whichOf(language, profile, profiles)}`))}${option('', words.allProfiles)}</select>`)}
<fieldset><legend class="hidden">${words.daysShown}</legend>
<div class="fields dates">${dateField(from, 'from')}${dateField(to, 'to')}</div>
<p class="hint">${words.daysShownHint}</p></fieldset>
${field(days, (attributes) => html`<input${attributes} type="text" class="short" name="expires_in_days" value="${entries.expires_in_days}" inputmode="numeric" autocomplete="off">`)}
${field(label, (attributes) => html`<input${attributes} type="text" name="label" value="${entries.label}" dir="auto" autocomplete="off">`)}
</div>
</div>
${returned?.input && html`<p class="note" role="status">${inWords(options, returned.input)}</p>`}
<div class="actions"><button type="submit" name="action" value="create">${words.createButton}</button><button type="submit" name="action" value="describe" class="secondary">${words.describe}</button></div>
</form>`;
};

/** A box for each kind. The empty field says that there were boxes, where none is ticked. */
const kindsField = ({ language, returned }: LinksPageOptions, { shows }: LinkEntries): Html => {
  const words = wordsIn(language).links;
  const isWrong = returned?.why === 'shows';
  return html`<fieldset class="kinds"${isWrong && html` aria-describedby="shows-error"`}><legend>${words.shows}</legend>
${isWrong && html`<p class="error" id="shows-error">${words.showsError}</p>`}
<input type="hidden" name="shows" value="">
${SHOWN_KINDS.map(
  (kind, index) =>
    html`<div class="choice"><input type="checkbox" id="shows-${kind}" name="shows" value="${kind}"${shows.includes(kind) && html` checked`}${isWrong && index === 0 && html` autofocus`}><label for="shows-${kind}"><span>${words.kinds[kind]}</span> <small>${words.kindHints[kind]}</small></label></div>\n`,
)}</fieldset>`;
};

/** What a link will show, before it is made. */
const inWords = ({ language, profiles }: LinksPageOptions, input: Omit<NewShareLink, 'accountId'>): Html => {
  const words = wordsIn(language).links;
  const { shows, from, to, profileId, expiresInDays } = input;
  const diary = profiles.find(({ _id }) => _id === profileId);
  const days = new Intl.NumberFormat(localeTag(language), {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
  });
  return html`${words.willShow(
    kindsInWords(language, words, shows ?? SHOWN_KINDS),
    diary ? `${isolated(diary.name)}${whichOf(language, diary, profiles)}` : words.allProfiles,
    daysInWords(language, words, from ?? null, to ?? null),
    expiresInDays === null ? words.untilWithdrawn : words.forDays(days.format(expiresInDays)),
  )}`;
};

/**
 * What tells a diary from others of the same name: which of them it is, in the order in which every page lists them, and when it was
 * begun, which may have been in the same minute. Nothing where there is no other.
 */
const whichOf = (language: Language, profile: StoredProfile, profiles: readonly StoredProfile[]): string => {
  const namesakes = profiles.filter(({ name }) => name === profile.name);
  if (namesakes.length === 1) return '';
  const moment = formatShortZonedMoment(language, profile.created_at, profile.time_zone);
  return ` (${wordsIn(language).links.begun(namesakes.indexOf(profile) + 1, moment)})`;
};

/** A link in the list, with its address and a form that ends it. */
const card = ({ language, signedIn, profiles, keepersOf }: LinksPageOptions, link: ShareLink): Html => {
  const words = wordsIn(language).links;
  const shown = profiles.find(({ _id }) => _id === link.profile_id);
  const timeZone = (shown ?? chooseProfile(profiles, null))?.time_zone ?? 'UTC';
  const moment = (time: string) => formatShortZonedMoment(language, new Date(time), timeZone);
  const ofOneProfile = shown
    ? html`<bdi>${shown.name}</bdi>${whichOf(language, shown, profiles)}`
    : words.noProfile;
  const name = link.profile_id === null ? words.allProfiles : ofOneProfile;
  const views = formatCount(language, link.view_count);
  const keepers = (keepersOf.get(link.id) ?? []).map(
    ({ email, since }) =>
      html`<li><bdi>${email}</bdi> <small>${words.keptSince(moment(since.toISOString()))}</small></li>`,
  );
  return html`<h3 id="${link.id}">${link.label === null ? name : html`<bdi>${link.label}</bdi>`}</h3>
${link.url ? copiedField(language, { id: `address-${link.id}`, label: words.address, value: link.url, isText: true }) : html`<p class="muted">${words.noAddress}</p>`}
<dl class="facts">
${link.label !== null && html`<div><dt>${words.profile}</dt><dd>${name}</dd></div>`}
<div><dt>${words.shows}</dt><dd>${kindsInWords(language, words, link.shows)}</dd></div>
<div><dt>${words.daysShown}</dt><dd>${daysInWords(language, words, link.from, link.to)}</dd></div>
<div><dt>${words.created}</dt><dd id="created-${link.id}">${moment(link.created_at)}</dd></div>
<div><dt>${words.ends}</dt><dd>${link.expires_at ? words.until(moment(link.expires_at)) : words.never}</dd></div>
<div><dt>${words.views}</dt><dd>${views}${link.last_viewed_at && html` <small>${words.lastView(moment(link.last_viewed_at))}</small>`}</dd></div>
${keepers.length > 0 && html`<div><dt>${words.keptBy}</dt><dd><ul>${keepers}</ul></dd></div>`}
</dl>
<form method="post">${csrfField(signedIn.csrf)}<input type="hidden" name="action" value="revoke"><input type="hidden" name="id" value="${link.id}">
<div class="actions"><button type="submit" class="removes" aria-describedby="${link.id} created-${link.id}">${words.revoke}</button></div>
</form>`;
};
