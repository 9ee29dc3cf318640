import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';

/** How long a link to sign in works. */
const MINUTES = LIMITS.signInLinkSeconds / 60;

const en = {
  title: 'Sign in',
  signedOut: 'To see your pages, please sign in first.',
  lead: 'We send a link to your e-mail address. There is no password.',
  send: 'Send me the link',
  sent: 'Check your mail',
  sentText: `A link to sign in is on its way to the address that you gave. It works once, within ${MINUTES}\u00a0minutes. You can close this page.`,
  sentHelp:
    'Nothing there? Look in your spam folder. If you may have mistyped the address, send the link again.',
  lostMailbox:
    'You no longer have that mailbox? Write to us and name your account’s id, which your assistant can tell you.',
  again: 'Send it again, or to another address',
  confirm: 'Sign in to your diary?',
  confirmText: (email: string): string => `You are about to sign in as ${email} in this browser.`,
  begin: 'There is no diary for this address yet',
  beginText: (email: string): string =>
    `Here you can begin one for ${email}. It is empty until you connect an assistant.`,
  beginDiary: 'Begin a diary',
  otherAddress: 'Use another address',
  formError:
    'We could not be sure that this came from this page. You are not signed in yet; please press the button again.',
  termsError: 'To begin a diary, please accept the terms and consent first.',
  used: 'This link has already been used',
  usedText: 'Each link works once. If you pressed twice, you may already be signed in:',
  toReport: 'to your report',
  expired: 'This link has expired',
  expiredText: `A sign-in link works for ${MINUTES}\u00a0minutes. Please let us send you a new one.`,
  unknown: 'This link does not work',
  unknownText:
    'Perhaps it is not complete: long links sometimes break in an e-mail. Please copy all of it, or let us send you a new one.',
};

const es: typeof en = {
  title: 'Entrar',
  signedOut: 'Para ver tus páginas, entra primero.',
  lead: 'Te enviamos un enlace a tu correo. No hay contraseña.',
  send: 'Enviarme el enlace',
  sent: 'Mira tu correo',
  sentText: `Un enlace para entrar va de camino a la dirección que has indicado. Funciona una sola vez, durante ${MINUTES}\u00a0minutos. Puedes cerrar esta página.`,
  sentHelp:
    '¿No hay nada? Mira en el correo no deseado. Si quizá escribiste mal la dirección, envía el enlace otra vez.',
  lostMailbox:
    '¿Ya no tienes ese correo? Escríbenos e indica el identificador de tu cuenta: tu asistente te lo puede decir.',
  again: 'Enviarlo otra vez, o a otra dirección',
  confirm: '¿Entrar en tu diario?',
  confirmText: (email) => `Vas a entrar como ${email} en este navegador.`,
  begin: 'Aún no hay ningún diario con esta dirección',
  beginText: (email) =>
    `Aquí puedes empezar uno para ${email}. Estará vacío hasta que conectes un asistente.`,
  beginDiary: 'Empezar un diario',
  otherAddress: 'Usar otra dirección',
  formError:
    'No hemos podido comprobar que esto viniera de esta página. Todavía no has entrado; pulsa el botón otra vez.',
  termsError: 'Para empezar un diario, primero acepta las condiciones y da tu consentimiento.',
  used: 'Este enlace ya se ha usado',
  usedText: 'Cada enlace sirve una sola vez. Si has pulsado dos veces, puede que ya estés dentro:',
  toReport: 'ir a tu informe',
  expired: 'Este enlace ha caducado',
  expiredText: `Un enlace para entrar funciona durante ${MINUTES}\u00a0minutos. Deja que te enviemos otro.`,
  unknown: 'Este enlace no funciona',
  unknownText:
    'Quizá esté incompleto: los enlaces largos a veces se cortan en un correo. Cópialo entero, o deja que te enviemos otro.',
};

const ru: typeof en = {
  title: 'Вход',
  signedOut: 'Чтобы увидеть свои страницы, сначала войдите.',
  lead: 'Мы пришлём ссылку на вашу почту. Пароля нет.',
  send: 'Прислать ссылку',
  sent: 'Проверьте почту',
  sentText: `Ссылка для входа отправлена на указанный вами адрес. Она сработает один раз в течение ${MINUTES}\u00a0минут. Эту страницу можно закрыть.`,
  sentHelp:
    'Ничего не пришло? Посмотрите в спаме. Если в адресе могла быть ошибка, отправьте ссылку ещё раз.',
  lostMailbox:
    'Этого ящика у вас больше нет? Напишите нам и укажите идентификатор аккаунта: его знает ваш ассистент.',
  again: 'Отправить ещё раз или на другой адрес',
  confirm: 'Войти в дневник?',
  confirmText: (email) => `Вы входите в этом браузере как ${email}.`,
  begin: 'С этим адресом дневника ещё нет',
  beginText: (email) =>
    `Здесь можно начать дневник для ${email}. Он будет пуст, пока вы не подключите ассистента.`,
  beginDiary: 'Начать дневник',
  otherAddress: 'Указать другой адрес',
  formError:
    'Мы не смогли убедиться, что ответ пришёл с этой страницы. Вход ещё не выполнен; пожалуйста, нажмите кнопку ещё раз.',
  termsError: 'Чтобы начать дневник, сначала примите условия и дайте согласие.',
  used: 'Эта ссылка уже использована',
  usedText: 'Ссылка срабатывает один раз. Если вы нажали дважды, возможно, вы уже вошли:',
  toReport: 'к отчёту',
  expired: 'Срок этой ссылки истёк',
  expiredText: `Ссылка для входа действует ${MINUTES}\u00a0минут. Мы можем прислать новую.`,
  unknown: 'Такой ссылки нет',
  unknownText:
    'Возможно, она неполная: длинные ссылки в письмах иногда обрываются. Скопируйте её целиком. Мы можем и прислать новую.',
};

/** What the pages of signing in say. */
export const SIGN_IN_WORDS: Record<Language, typeof en> = { en, es, ru };
