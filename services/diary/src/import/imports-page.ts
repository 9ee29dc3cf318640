import type { Language } from 'shared/contract/fields.ts';
import { formatShortZonedMoment } from 'shared/pages/figures/format.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { csrfField, field } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { TIME_ZONES } from 'shared/records/time-zones.ts';
import { wordsIn } from 'shared/words/words.ts';
import { sourceName } from './source-name.ts';
import type { StoredImport } from './stored-import.ts';

type ImportsPageOptions = {
  language: Language;
  signedIn: SignedIn;
  profiles: readonly StoredProfile[];
  /** The profile that the form begins with. */
  chosen: StoredProfile;
  imports: readonly StoredImport[];
  /** Whether files can be sent: not by visitors of the demo. */
  takesFiles: boolean;
  /** Why a file was not taken: none was sent, or another import is open. */
  why?: 'no_file' | 'open' | undefined;
};

const STATUS = { no_file: 400, open: 409 };
const ID_OF_ZONES = 'time-zones';

/** `/account/import` (`C14.way`). */
export const importsPage = (options: ImportsPageOptions): Page => {
  const { language, signedIn, why, takesFiles, imports } = options;
  const words = wordsIn(language).importing;
  const open = imports.find(({ slot }) => slot === 'open');
  return {
    language,
    title: words.title,
    refused: why !== undefined,
    status: why ? STATUS[why] : 200,
    signedIn,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${why && html`<p class="error" role="alert">${why === 'open' ? words.open : words.reasons.no_file()}</p>`}
<h2>${words.what}</h2>
<dl class="facts narrow">
<div><dt>${words.ownName}</dt><dd>${words.own}</dd></div>
${Object.entries(words.sources).map(([name, what]) => html`<div><dt>${name}</dt><dd>${what}</dd></div>`)}
</dl>
${takesFiles && (open ? html`<p class="note">${words.open} <a href="/account/import/${open._id}?language=${language}">${words.openLink}</a></p>` : uploadForm(options))}
<h2>${words.imports}</h2>
${importList(options)}
<datalist id="${ID_OF_ZONES}">${TIME_ZONES.map((zone) => html`<option value="${zone}"></option>`)}</datalist>`,
  };
};

const uploadForm = ({ language, signedIn, profiles, chosen, why }: ImportsPageOptions): Html => {
  const words = wordsIn(language).importing;
  const option = ({ _id, name }: StoredProfile) =>
    html`<option value="${_id}" dir="auto"${_id === chosen._id && html` selected`}>${name}</option>`;
  const file = {
    id: 'file',
    label: words.file,
    hint: words.fileHint,
    ...(why === 'no_file' && { error: words.reasons.no_file(), focused: true }),
  };
  const profile = { id: 'profile', label: words.profile, hint: words.profileHint };
  const zone = { id: 'zone', label: words.timeZone, hint: words.timeZoneHint };
  // The file stands last: what it is for has to be known before it comes.
  return html`<form class="panel narrow" method="post" enctype="multipart/form-data">
${csrfField(signedIn.csrf)}
${field(profile, (attributes) => html`<select${attributes} name="profile_id">${profiles.map(option)}</select>`)}
${field(zone, (attributes) => html`<input${attributes} type="text" name="time_zone" value="${chosen.time_zone}" list="${ID_OF_ZONES}" spellcheck="false" autocomplete="off" required>`)}
${field(file, (attributes) => html`<input${attributes} type="file" name="file" accept=".json,.csv,.zip,.xml,.txt,.tsv" required>`)}
<p class="muted">${words.uploadNote}</p>
<div class="actions"><button type="submit">${words.upload}</button></div>
</form>`;
};

const importList = ({ language, imports, chosen }: ImportsPageOptions): Html => {
  const words = wordsIn(language).importing;
  if (imports.length === 0) return html`<p class="muted">${words.noImports}</p>`;
  const row = (one: StoredImport) => html`<tr>
<td><a href="/account/import/${one._id}?language=${language}">${formatShortZonedMoment(language, one.created_at, chosen.time_zone)}</a></td>
<td>${sourceName(language, one) ?? html`<bdi>${one.file_name}</bdi>`}</td>
<td>${words.states[one.state]}</td>
</tr>\n`;
  return html`<div class="scroll"><table class="imports"><thead><tr><th scope="col">${words.when}</th><th scope="col">${words.from}</th><th scope="col">${words.state}</th></tr></thead>
<tbody>${imports.map(row)}</tbody></table></div>`;
};
