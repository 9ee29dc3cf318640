import type { Language } from 'shared/contract/fields.ts';
import { formatCount, formatShortZonedMoment, isolated } from 'shared/pages/figures/format.ts';
import { html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import { actionLink } from 'shared/pages/shell/action-link.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { ProfilesWords } from 'shared/words/en/profiles.ts';
import { wordsIn } from 'shared/words/words.ts';

type Records = keyof ProfilesWords['records'];

/** The question before a diary is deleted; of the default one only that it cannot be. */
export const deleteProfilePage = (
  language: Language,
  signedIn: SignedIn,
  profile: StoredProfile,
  counts: Record<Records, number>,
): Page => {
  const words = wordsIn(language).profiles;
  const profiles = `/account/profiles?language=${language}`;
  const title = words.question(isolated(profile.name));
  const kinds = Object.entries(words.records) as [Records, string][];
  const question = html`<p class="lead">${words.questionText}</p>
<dl class="facts narrow"><div><dt>${words.created}</dt><dd>${formatShortZonedMoment(language, profile.created_at, profile.time_zone)}</dd></div>
${kinds.map(([kind, label]) => html`<div><dt>${label}</dt><dd>${formatCount(language, counts[kind])}</dd></div>\n`)}</dl>
<p class="narrow">${words.linksToo} <a href="/account/download?language=${language}">${words.takeFirst}</a></p>
<form method="post">${csrfField(signedIn.csrf)}
<div class="actions"><button type="submit" class="removes">${words.confirm}</button><a class="button secondary" href="${profiles}">${words.keep}</a></div>
</form>`;
  return {
    language,
    title,
    signedIn,
    main: html`<h1>${title}</h1>
${profile.is_default ? html`<p class="lead">${words.defaultStays}</p>${actionLink(profiles, words.title)}` : question}`,
  };
};
