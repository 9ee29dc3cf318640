import type { Language } from 'shared/contract/fields.ts';
import { html } from 'shared/pages/figures/html.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import { wordsIn } from 'shared/words/words.ts';

/** `/account/download` */
export const downloadPage = (language: Language, signedIn: SignedIn): Page => {
  const { download: words, importing } = wordsIn(language);
  return {
    language,
    title: words.title,
    signedIn,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<div class="columns even">
<section class="panel"><h2>${words.json}</h2>
<p>${words.jsonText}</p>
<div class="actions"><a class="button" href="/account/download/json">${words.jsonButton}</a></div></section>
<section class="panel"><h2>${words.xlsx}</h2>
<p>${words.xlsxText}</p>
<div class="actions"><a class="button" href="/account/download/xlsx">${words.xlsxButton}</a></div></section>
<section class="panel"><h2>${words.csv}</h2>
<p>${words.csvText}</p>
<div class="actions"><a class="button" href="/account/download/csv">${words.csvButton}</a></div></section>
</div>
<p class="muted narrow">${words.note}</p>
<p class="narrow">${importing.afterDownload} <a href="/account/import?language=${language}">${importing.afterDownloadLink}</a>.</p>`,
  };
};
