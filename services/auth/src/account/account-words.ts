import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { wordsIn } from 'shared/words/words.ts';

/** How recent the sign-in must be with which an account is deleted. */
const MINUTES = LIMITS.recentSignInSeconds / 60;

const en = {
  title: 'Your account',
  who: (email: string): string => `You are signed in as ${email}.`,
  otherAddress: 'Another e-mail address',
  otherAddressText:
    'To use another one, write to us and name the account’s id: your assistant can tell you, and it is in what you download.',
  notices: {
    disconnected: wordsIn('en').form.assistants.disconnected,
    session_ended: 'That browser is signed out.',
    sessions_ended: 'Every other browser is signed out.',
    language_saved: 'Saved.',
    sign_in_again: `Nothing was deleted: that needs a sign-in within the last ${MINUTES}\u00a0minutes.`,
    wrong_address: 'Nothing was deleted: that was not the address of this account.',
  },
  assistants: 'Connected assistants',
  sessions: 'Where you are signed in',
  thisBrowser: 'this browser',
  unknownBrowser: 'Unknown browser',
  signedInSince: 'Signed in',
  lastUsed: 'Last used',
  network: 'Network',
  networkNote: 'The network is part of the internet address that a browser signed in from.',
  endSession: 'Sign out there',
  endOthers: 'Sign out everywhere else',
  endAll: 'Sign out everywhere',
  calls: 'What your assistants did',
  callsText: (zone: string): string =>
    `Which assistant did what and when, without the content. Kept for ${LIMITS.callLogDays}\u00a0days. Times are those of ${zone}.`,
  longLog: (newest: string): string =>
    `The counts above and the assistant filter cover the latest ${newest}\u00a0actions only.`,
  noCalls: `Nothing in the last ${LIMITS.callLogDays}\u00a0days.`,
  application: 'Assistant',
  everyApplication: 'All',
  show: 'Show',
  when: 'When',
  called: 'Action and assistant',
  outcome: 'Outcome',
  older: 'Older',
  newest: 'Back to the newest',
  done: 'Done',
  notPermitted: 'Not permitted',
  notFound: 'Not found',
  notValid: 'Not valid',
  noAnswer: 'No answer',
  failed: 'Failed on our side',
  language: 'Language',
  languageText: 'Pages and e-mails',
  save: 'Save',
  deletion: 'Delete the account',
  deletionText:
    'Everything goes: your diaries with all records and targets, shared links, connected assistants, the log of what they did and the account itself. Access ends at once, the rest is gone within minutes, and nothing brings it back.',
  download: (link: Html): Html => html`You can ${link} first.`,
  downloadLink: 'download everything',
  signInAgain: 'To do this, please sign in again. We will send you a link back to this page.',
  sendLink: 'Send me a link',
  confirm: (email: string): string => `To confirm, type your address: ${email}`,
  delete: 'Delete everything',
};

const es: typeof en = {
  title: 'Tu cuenta',
  who: (email) => `Has entrado como ${email}.`,
  otherAddress: 'Otra dirección de correo',
  otherAddressText:
    'Para usar otra, escríbenos e indica el identificador de la cuenta: tu asistente te lo puede decir, y está en lo que descargas.',
  notices: {
    disconnected: wordsIn('es').form.assistants.disconnected,
    session_ended: 'Se ha cerrado la sesión en ese navegador.',
    sessions_ended: 'Se ha cerrado la sesión en todos los demás navegadores.',
    language_saved: 'Guardado.',
    sign_in_again: `No se ha borrado nada: hace falta haber entrado en los últimos ${MINUTES}\u00a0minutos.`,
    wrong_address: 'No se ha borrado nada: esa no era la dirección de esta cuenta.',
  },
  assistants: 'Asistentes conectados',
  sessions: 'Sesiones abiertas',
  thisBrowser: 'este navegador',
  unknownBrowser: 'Navegador desconocido',
  signedInSince: 'Desde',
  lastUsed: 'Último uso',
  network: 'Red',
  networkNote: 'La red es una parte de la dirección de internet desde la que entró el navegador.',
  endSession: 'Cerrar esa sesión',
  endOthers: 'Cerrar todas las demás',
  endAll: 'Cerrar todas las sesiones',
  calls: 'Qué han hecho tus asistentes',
  callsText: (zone) =>
    `Qué hizo cada asistente y cuándo, sin el contenido. Se guarda ${LIMITS.callLogDays}\u00a0días. Las horas son las de ${zone}.`,
  longLog: (newest) =>
    `Los recuentos de arriba y la elección de un asistente abarcan solo las últimas ${newest}\u00a0acciones.`,
  noCalls: `Nada en los últimos ${LIMITS.callLogDays}\u00a0días.`,
  application: 'Asistente',
  everyApplication: 'Todos',
  show: 'Mostrar',
  when: 'Cuándo',
  called: 'Acción y asistente',
  outcome: 'Resultado',
  older: 'Anteriores',
  newest: 'Volver a las más recientes',
  done: 'Hecho',
  notPermitted: 'No permitido',
  notFound: 'No encontrado',
  notValid: 'No válido',
  noAnswer: 'Sin respuesta',
  failed: 'Falló por nuestra parte',
  language: 'Idioma',
  languageText: 'Páginas y correos',
  save: 'Guardar',
  deletion: 'Borrar la cuenta',
  deletionText:
    'Desaparece todo: tus diarios con todos los registros y objetivos, los enlaces compartidos, los asistentes conectados, el historial de lo que hicieron y la propia cuenta. El acceso se cierra de inmediato, el resto desaparece en unos minutos y nada lo recupera.',
  download: (link) => html`Antes puedes ${link}.`,
  downloadLink: 'descargarlo todo',
  signInAgain: 'Para esto, entra otra vez. Te enviamos un enlace que te trae de vuelta a esta página.',
  sendLink: 'Enviarme un enlace',
  confirm: (email) => `Para confirmar, escribe tu dirección: ${email}`,
  delete: 'Borrarlo todo',
};

const ru: typeof en = {
  title: 'Ваш аккаунт',
  who: (email) => `Вы вошли как ${email}.`,
  otherAddress: 'Другой адрес почты',
  otherAddressText:
    'Чтобы сменить адрес, напишите нам и укажите идентификатор аккаунта: его знает ваш ассистент, и он есть в том, что вы скачиваете.',
  notices: {
    disconnected: wordsIn('ru').form.assistants.disconnected,
    session_ended: 'В том браузере выполнен выход.',
    sessions_ended: 'Во всех остальных браузерах выполнен выход.',
    language_saved: 'Сохранено.',
    sign_in_again: `Ничего не удалено: удалить аккаунт можно только в течение ${MINUTES}\u00a0минут после входа.`,
    wrong_address: 'Ничего не удалено: это не адрес этого аккаунта.',
  },
  assistants: 'Подключённые ассистенты',
  sessions: 'Где выполнен вход',
  thisBrowser: 'этот браузер',
  unknownBrowser: 'Неизвестный браузер',
  signedInSince: 'Вход',
  lastUsed: 'Последнее обращение',
  network: 'Сеть',
  networkNote: 'Сеть — это часть интернет-адреса, с которого вошли в браузере.',
  endSession: 'Завершить этот сеанс',
  endOthers: 'Выйти везде, кроме этого браузера',
  endAll: 'Выйти везде',
  calls: 'Что делали ваши ассистенты',
  callsText: (zone) =>
    `Что и когда делал каждый ассистент, без содержания. Хранится ${LIMITS.callLogDays}\u00a0дней. Время указано для ${zone}.`,
  longLog: (newest) => `Числа выше и выбор ассистента охватывают только последние ${newest}\u00a0действий.`,
  noCalls: `За последние ${LIMITS.callLogDays}\u00a0дней ничего.`,
  application: 'Ассистент',
  everyApplication: 'Все',
  show: 'Показать',
  when: 'Когда',
  called: 'Действие и ассистент',
  outcome: 'Итог',
  older: 'Раньше',
  newest: 'К последним',
  done: 'Выполнено',
  notPermitted: 'Не разрешено',
  notFound: 'Не найдено',
  notValid: 'Неверные данные',
  noAnswer: 'Без ответа',
  failed: 'Сбой у нас',
  language: 'Язык',
  languageText: 'Страницы и письма',
  save: 'Сохранить',
  deletion: 'Удалить аккаунт',
  deletionText:
    'Исчезнет всё: дневники со всеми записями и целями, ссылки на отчёты, подключённые ассистенты, журнал их действий и сам аккаунт. Доступ закроется сразу, остальное исчезнет за несколько минут, и вернуть ничего нельзя.',
  download: (link) => html`Сначала можно ${link}.`,
  downloadLink: 'всё скачать',
  signInAgain: 'Для этого войдите ещё раз. Мы пришлём ссылку, которая приведёт обратно на эту страницу.',
  sendLink: 'Прислать ссылку',
  confirm: (email) => `Для подтверждения введите свой адрес: ${email}`,
  delete: 'Удалить всё',
};

export type AccountWords = typeof en;

/** What `/account` says. */
export const ACCOUNT_WORDS: Record<Language, AccountWords> = { en, es, ru };

/** What the page says at its top after a form was posted, by the name in its address. */
export type AccountNotice = keyof AccountWords['notices'];
