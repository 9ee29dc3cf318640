import type { Language } from 'shared/contract/fields.ts';
import type { ShareLink } from 'shared/contract/operations/share-links.ts';
import { formatCount, formatShortZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { copiedField } from 'shared/pages/form/copied-field.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { chooseProfile } from 'shared/records/profiles.ts';
import type { LinksWords } from 'shared/words/en/links.ts';
import { wordsIn } from 'shared/words/words.ts';

/** The form of a new link as it was filled in. */
export type LinkEntries = { profile_id: string; expires_in_days: string };

/** Why the form of a new link comes back: for a field, or because the account can have no more links. */
export type WhyNoLink = keyof LinkEntries | 'full';

export type LinksPageOptions = {
  language: Language;
  signedIn: SignedIn;
  /** The active links, the newest first. */
  links: readonly ShareLink[];
  profiles: readonly StoredProfile[];
  /** The id that the next link gets, so that its form sent twice makes one. */
  nextId: string;
  notice?: keyof LinksWords['notices'] | undefined;
  /** The form that came back. */
  returned?: { entries: LinkEntries; why: WhyNoLink } | undefined;
};

const SUGGESTED_DAYS = '30';

/** `/account/links` */
export const linksPage = (options: LinksPageOptions): Page => {
  const { language, signedIn, links, notice, returned } = options;
  const words = wordsIn(language).links;
  return {
    language,
    title: words.title,
    refused: returned !== undefined,
    done: notice !== undefined,
    status: returned ? 400 : 200,
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

const creationForm = ({ language, signedIn, profiles, nextId, returned }: LinksPageOptions): Html => {
  const words = wordsIn(language).links;
  const entries = returned?.entries ?? {
    profile_id: chooseProfile(profiles, null)?._id ?? '',
    expires_in_days: SUGGESTED_DAYS,
  };
  const errorOf = (name: keyof LinkEntries, error: string) =>
    returned?.why === name ? { error, focused: true } : {};
  const option = (id: string, label: Html | string) =>
    html`<option value="${id}" dir="auto"${id === entries.profile_id && html` selected`}>${label}</option>`;
  const profile = { id: 'profile', label: words.profile, ...errorOf('profile_id', words.profileError) };
  const days = {
    id: 'days',
    label: words.days,
    hint: words.daysHint,
    ...errorOf('expires_in_days', words.daysError),
  };
  return html`<form class="panel narrow" method="post">
<h2>${words.create}</h2>
${returned?.why === 'full' && html`<p class="error" role="alert">${words.full}</p>`}
${csrfField(signedIn.csrf)}<input type="hidden" name="action" value="create"><input type="hidden" name="id" value="${nextId}">
${field(profile, (attributes) => html`<select${attributes} name="profile_id">${profiles.map((profile) => option(profile._id, `${profile.name}${whichOf(language, profile, profiles)}`))}${option('', words.allProfiles)}</select>`)}
${field(days, (attributes) => html`<input${attributes} type="text" class="short" name="expires_in_days" value="${entries.expires_in_days}" inputmode="numeric" autocomplete="off">`)}
<div class="actions"><button type="submit">${words.createButton}</button></div>
</form>`;
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
const card = ({ language, signedIn, profiles }: LinksPageOptions, link: ShareLink): Html => {
  const words = wordsIn(language).links;
  const shown = profiles.find(({ _id }) => _id === link.profile_id);
  const timeZone = (shown ?? chooseProfile(profiles, null))?.time_zone ?? 'UTC';
  const moment = (time: string) => formatShortZonedMoment(language, new Date(time), timeZone);
  const ofOneProfile = shown
    ? html`<bdi>${shown.name}</bdi>${whichOf(language, shown, profiles)}`
    : words.noProfile;
  const name = link.profile_id === null ? words.allProfiles : ofOneProfile;
  const views = formatCount(language, link.view_count);
  return html`<h3 id="${link.id}">${name}</h3>
${link.url ? copiedField(language, { id: `address-${link.id}`, label: words.address, value: link.url, isText: true }) : html`<p class="muted">${words.noAddress}</p>`}
<dl class="facts">
<div><dt>${words.created}</dt><dd id="created-${link.id}">${moment(link.created_at)}</dd></div>
<div><dt>${words.ends}</dt><dd>${link.expires_at ? words.until(moment(link.expires_at)) : words.never}</dd></div>
<div><dt>${words.views}</dt><dd>${views}${link.last_viewed_at && html` <small>${words.lastView(moment(link.last_viewed_at))}</small>`}</dd></div>
</dl>
<form method="post">${csrfField(signedIn.csrf)}<input type="hidden" name="action" value="revoke"><input type="hidden" name="id" value="${link.id}">
<div class="actions"><button type="submit" class="removes" aria-describedby="${link.id} created-${link.id}">${words.revoke}</button></div>
</form>`;
};
