/** The buttons of the sign-in and approval pages. */
export const WORDS = {
  en: { send: 'Send me the link', approve: 'Approve', deny: 'this was not me' },
  es: { send: 'Enviarme el enlace', approve: 'Aprobar', deny: 'no he sido yo' },
  ru: { send: 'Прислать мне ссылку', approve: 'Разрешить', deny: 'это не я' },
};
