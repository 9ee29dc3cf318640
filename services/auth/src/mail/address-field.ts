import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { field } from 'shared/pages/form/field.ts';

const en = {
  label: 'Your e-mail address',
  errors: {
    email: 'We cannot write to that address. Please check it.',
    rate_limited:
      'No more e-mails can be sent for now, to this address or from your network. Please wait an hour, or open the link that you already have.',
    email_not_sent:
      'The e-mail could not be sent just now. Please check the address, or try again in a few minutes.',
  },
};

/** Why nothing was mailed to the address. */
export type AddressError = keyof typeof en.errors;

const es: typeof en = {
  label: 'Tu dirección de correo',
  errors: {
    email: 'No podemos escribir a esa dirección. Revísala, por favor.',
    rate_limited:
      'Por ahora no se pueden enviar más correos a esta dirección o desde tu red. Espera una hora, o abre el enlace que ya tienes.',
    email_not_sent:
      'No se ha podido enviar el correo en este momento. Revisa la dirección, o inténtalo de nuevo en unos minutos.',
  },
};

const ru: typeof en = {
  label: 'Ваш адрес электронной почты',
  errors: {
    email: 'На этот адрес мы написать не можем. Пожалуйста, проверьте его.',
    rate_limited:
      'Пока больше нельзя отправлять письма на этот адрес или из вашей сети. Подождите час или откройте ссылку, которая у вас уже есть.',
    email_not_sent:
      'Сейчас отправить письмо не удалось. Проверьте адрес или попробуйте ещё раз через несколько минут.',
  },
};

const WORDS: Record<Language, typeof en> = { en, es, ru };

/** The field for the address that a link is mailed to; it has the focus when the form came back. */
export const addressField = (language: Language, value: string, error?: AddressError): Html => {
  const { label, errors } = WORDS[language];
  return field(
    { id: 'email', label, error: error && errors[error], focused: error !== undefined },
    (attributes) =>
      html`<input${attributes} type="email" name="email" value="${value}" autocomplete="email" maxlength="254" required>`,
  );
};
