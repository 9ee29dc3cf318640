import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';
import { CONNECTING_WORDS } from '../connect/connecting-words.ts';

/** How long a link to connect works. */
const MINUTES = LIMITS.connectLifetimeSeconds / 60;

const en = {
  ...CONNECTING_WORDS.en,
  title: 'Connect an assistant to your diary',
  lead: 'We send a link to your e-mail address. Nothing is connected until you open it and say yes.',
  leadsTo: 'Then you continue to',
  leadsToApp: 'Then you continue to',
  app: 'an app on this device',
  emailNote: 'If you have no diary yet, one is made when you approve.',
  send: 'Send me the link',
  checkTitle: 'Check your mail',
  checkLead: (email: string): Html =>
    html`We have sent a link to <strong>${email}</strong>. Open it on this or any other device and approve there.`,
  number: 'Your number',
  numberNote: 'The page behind the link asks for it.',
  goesOn: 'Leave this page open: it continues by itself once you have approved.',
  goOn: 'I approved: continue',
  noMail: `No e-mail after a few minutes? Look in your spam folder. The link works for ${MINUTES}\u00a0minutes, and only the latest address that you gave counts.`,
  again: 'Send it again, or to another address',
  backToNumber: 'Back to my number',
  expiredTitle: `The ${MINUTES} minutes are up`,
  expiredLead:
    'Nobody approved in time, so nothing was connected. Send yourself a new link here, or go back to your assistant and begin again.',
  overTitle: 'This sign-in is over',
  overLead:
    'It was open for too long, or it began in another browser. Nothing was connected here. Please go back to your assistant and connect again.',
  refusedTitle: 'We cannot continue here',
  refusedLead:
    'The request that your assistant sent is not valid, so we cannot send you back to it. Nothing was connected, and it is not your fault. Whoever makes the assistant can use this:',
  unknownClient: 'If this assistant was connected before, remove the connection there and add it again.',
};

const es: typeof en = {
  ...CONNECTING_WORDS.es,
  title: 'Conectar un asistente a tu diario',
  lead: 'Te enviamos un enlace a tu correo. No se conecta nada hasta que lo abras y digas que sí.',
  leadsTo: 'Después sigues en',
  leadsToApp: 'Después sigues en',
  app: 'una aplicación de este dispositivo',
  emailNote: 'Si todavía no tienes un diario, se creará uno cuando apruebes la solicitud.',
  send: 'Enviarme el enlace',
  checkTitle: 'Mira tu correo',
  checkLead: (email) =>
    html`Hemos enviado un enlace a <strong>${email}</strong>. Ábrelo en este dispositivo o en cualquier otro y aprueba allí la solicitud.`,
  number: 'Tu número',
  numberNote: 'Te lo pedirá la página que abre el enlace.',
  goesOn: 'Deja esta página abierta: sigue sola en cuanto lo hayas aprobado.',
  goOn: 'Ya lo he aprobado: seguir',
  noMail: `¿No llega el correo después de unos minutos? Mira en el correo no deseado. El enlace funciona durante ${MINUTES}\u00a0minutos, y solo cuenta la última dirección que hayas dado.`,
  again: 'Enviarlo otra vez, o a otra dirección',
  backToNumber: 'Volver a mi número',
  expiredTitle: `Han pasado los ${MINUTES} minutos`,
  expiredLead:
    'Nadie lo aprobó a tiempo, así que no se ha conectado nada. Pide aquí un enlace nuevo, o vuelve a tu asistente y empieza de nuevo.',
  overTitle: 'Este acceso ya no es válido',
  overLead:
    'Ha estado abierto demasiado tiempo, o empezó en otro navegador. Aquí no se ha conectado nada. Vuelve a tu asistente y conéctalo otra vez.',
  refusedTitle: 'No podemos seguir con esto',
  refusedLead:
    'La solicitud que ha enviado tu asistente no es válida, así que no podemos llevarte de vuelta. No se ha conectado nada, y no es culpa tuya. A quien hace el asistente le sirve esto:',
  unknownClient: 'Si este asistente ya estuvo conectado, quita allí la conexión y añádela otra vez.',
};

const ru: typeof en = {
  ...CONNECTING_WORDS.ru,
  title: 'Подключить ассистента к вашему дневнику',
  lead: 'Мы отправим ссылку на ваш адрес почты. Пока вы её не откроете и не согласитесь, ничего не подключится.',
  leadsTo: 'Потом вы перейдёте на',
  leadsToApp: 'Потом вы перейдёте в',
  app: 'приложение на этом устройстве',
  emailNote: 'Если дневника у вас ещё нет, он появится, когда вы дадите разрешение.',
  send: 'Прислать мне ссылку',
  checkTitle: 'Проверьте почту',
  checkLead: (email) =>
    html`Мы отправили ссылку на <strong>${email}</strong>. Откройте её на этом или любом другом устройстве и дайте разрешение там.`,
  number: 'Ваше число',
  numberNote: 'Введите его на странице, которую откроет ссылка.',
  goesOn: 'Не закрывайте эту страницу: она сама перейдёт дальше, как только вы дадите разрешение.',
  goOn: 'Разрешение дано, продолжить',
  noMail: `Письма нет через несколько минут? Посмотрите в спаме. Ссылка действует ${MINUTES}\u00a0минут, и учитывается только последний указанный адрес.`,
  again: 'Отправить ещё раз или на другой адрес',
  backToNumber: 'Назад к моему числу',
  expiredTitle: `Прошло ${MINUTES} минут`,
  expiredLead:
    'Никто не дал разрешения вовремя, поэтому ничего не подключено. Запросите здесь новую ссылку или вернитесь к ассистенту и начните заново.',
  overTitle: 'Этот вход больше не действует',
  overLead:
    'Он был открыт слишком долго или начался в другом браузере. Здесь ничего не подключено. Вернитесь к ассистенту и подключите его снова.',
  refusedTitle: 'Мы не можем продолжить',
  refusedLead:
    'Запрос, который прислал ассистент, неверен, поэтому мы не можем вернуть вас обратно. Ничего не подключено, и вашей вины в этом нет. Тем, кто делает ассистента, пригодится вот что:',
  unknownClient: 'Если этот ассистент уже был подключён, удалите в нём подключение и добавьте его снова.',
};

/** What the pages say on which a person signs in for an OAuth client. */
export const OAUTH_SIGN_IN_WORDS: Record<Language, typeof en> = { en, es, ru };
