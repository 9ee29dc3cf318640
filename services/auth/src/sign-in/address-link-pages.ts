import type { Language } from 'shared/contract/fields.ts';
import { html } from 'shared/pages/figures/html.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import { actionLink } from 'shared/pages/shell/action-link.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { SignInWords } from 'shared/words/en/connect/sign-in.ts';
import { wordsIn } from 'shared/words/words.ts';

/** The page behind a link that moves an account to its address; `isRefused`: the form did not carry this page's csrf token. */
export const addressLinkPage = (
  language: Language,
  { email, csrf, isRefused }: { email: string; csrf: string; isRefused: boolean },
): Page => {
  const words = wordsIn(language).signIn.move;
  return {
    language,
    title: words.title,
    refused: isRefused,
    status: isRefused ? 403 : 200,
    hasForm: true,
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.text(email)}</p>
<form class="panel" method="post">
${isRefused && html`<p class="error" role="alert">${words.formError}</p>`}
${csrfField(csrf)}
<div class="actions"><button type="submit">${words.confirm}</button></div>
</form>`,
  };
};

/** Why a link moves no account. */
export type NoMove = Exclude<keyof SignInWords['move'], 'title' | 'text' | 'confirm' | 'formError'>;

const STATUS = { signInFirst: 403, over: 410, taken: 409, tooOften: 429 } satisfies Record<NoMove, number>;

/** Says why the account keeps the address that it has. */
export const noMovePage = (language: Language, reason: NoMove): Page => {
  const { title, text } = wordsIn(language).signIn.move[reason];
  return {
    language,
    title,
    status: STATUS[reason],
    main: html`<h1>${title}</h1>
<p class="lead">${text}</p>
${actionLink(`/account?language=${language}`, wordsIn(language).shell.navigation['/account'])}`,
  };
};
