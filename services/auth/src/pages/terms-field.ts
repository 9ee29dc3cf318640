import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/html.ts';

const en = {
  terms: (terms: Html, privacy: Html): Html =>
    html`I accept the ${terms}, and I consent to my health data (what I eat, how I move, sleep and feel) being kept here as the ${privacy} describes.`,
  termsLink: 'terms',
  privacyLink: 'privacy notice',
};

const es: typeof en = {
  terms: (terms, privacy) =>
    html`Acepto las ${terms} y doy mi consentimiento para que mis datos de salud (lo que como, cómo me muevo, duermo y me siento) se guarden aquí como describe el ${privacy}.`,
  termsLink: 'condiciones',
  privacyLink: 'aviso de privacidad',
};

const ru: typeof en = {
  terms: (terms, privacy) =>
    html`Я принимаю ${terms} и даю согласие на хранение здесь данных о моём здоровье (что я ем, как двигаюсь, сплю и чувствую себя), как описано в ${privacy}.`,
  termsLink: 'условия',
  privacyLink: 'уведомлении о конфиденциальности',
};

const WORDS: Record<Language, typeof en> = { en, es, ru };

/** The checkbox `terms`, without which no account begins. `error` says why the form came back; the field then has the focus. */
export const termsField = (
  language: Language,
  { error, checked }: { error?: string | undefined; checked?: boolean } = {},
): Html => {
  const words = WORDS[language];
  const label = words.terms(
    html`<a href="/terms?language=${language}">${words.termsLink}</a>`,
    html`<a href="/privacy?language=${language}">${words.privacyLink}</a>`,
  );
  return html`<div class="field">
${error && html`<p class="error" id="terms-error">${error}</p>`}
<div class="choice"><input type="checkbox" id="terms" name="terms" value="on"${checked && html` checked`}${error && html` autofocus aria-invalid="true" aria-describedby="terms-error"`}><label for="terms">${label}</label></div>
</div>`;
};
