import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';

const en = {
  terms: (terms: Html, privacy: Html): Html =>
    html`I accept the ${terms}, and I consent to my health data (what I eat, how I move, sleep and feel) being kept here as the ${privacy} describes.`,
  termsLink: 'terms',
  privacyLink: 'privacy notice',
  newTab: 'Each link opens in a new tab.',
};

const es: typeof en = {
  terms: (terms, privacy) =>
    html`Acepto las ${terms} y doy mi consentimiento para que mis datos de salud (lo que como, cómo me muevo, duermo y me siento) se guarden aquí como describe el ${privacy}.`,
  termsLink: 'condiciones',
  privacyLink: 'aviso de privacidad',
  newTab: 'Cada enlace se abre en una pestaña nueva.',
};

const ru: typeof en = {
  terms: (terms, privacy) =>
    html`Я принимаю ${terms} и даю согласие на хранение здесь данных о моём здоровье (что я ем, как двигаюсь, сплю и чувствую себя), как описано в ${privacy}.`,
  termsLink: 'условия',
  privacyLink: 'уведомлении о конфиденциальности',
  newTab: 'Каждая ссылка открывается в новой вкладке.',
};

const WORDS: Record<Language, typeof en> = { en, es, ru };

/** The checkbox `terms`, without which no account begins. `error` says why the form came back; the field then has the focus. */
export const termsField = (
  language: Language,
  { error, checked }: { error?: string | undefined; checked?: boolean },
): Html => {
  const words = WORDS[language];
  // In the same tab what the form holds would be lost.
  const link = (path: string, name: string): Html =>
    html`<a href="${path}?language=${language}" target="_blank" rel="noopener" aria-describedby="new-tab">${name}</a>`;
  const label = words.terms(link('/terms', words.termsLink), link('/privacy', words.privacyLink));
  return html`<div class="field">
${error && html`<p class="error" id="terms-error">${error}</p>`}
<div class="choice"><input type="checkbox" id="terms" name="terms" value="on"${checked && html` checked`}${error && html` autofocus aria-invalid="true" aria-describedby="terms-error"`}><label for="terms">${label} <small id="new-tab">${words.newTab}</small></label></div>
</div>`;
};
