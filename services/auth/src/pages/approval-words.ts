import type { Language } from 'shared/contract/fields.ts';
import { CONNECTING_WORDS } from './connecting-words.ts';

const en = {
  ...CONNECTING_WORDS.en,
  title: 'Connect an assistant to your diary?',
  lead: 'This was asked for with your e-mail address, most likely by you in a chat with your assistant. Nothing is connected until you say so here.',
  diary: 'The diary of',
  tail: 'Request ends in',
  tailNote: 'Your assistant should tell you the same four characters. If it did not, decline.',
  leadsTo: 'It leads back to',
  leadsToNote:
    'There you go on, in the browser where you began. If that is not where you came from, decline.',
  asked: 'Asked',
  network: 'From the network',
  permits: 'If you approve, it will be able to',
  limits: 'It cannot delete your account, and you can disconnect it whenever you like.',
  decision: 'Your decision',
  number: 'The two-digit number on the page where you began',
  numberError: 'That is not the number on the page where you began. Please look again.',
  termsError: 'To approve, please accept the terms and consent first. Declining needs neither.',
  approve: 'Approve',
  deny: 'Decline – this was not me',
};

const es: typeof en = {
  ...CONNECTING_WORDS.es,
  title: '¿Conectar un asistente a tu diario?',
  lead: 'Se ha pedido con tu dirección de correo; seguramente lo has hecho tú, hablando con tu asistente. No se conecta nada hasta que tú lo digas aquí.',
  diary: 'El diario de',
  tail: 'La solicitud termina en',
  tailNote: 'Tu asistente debería decirte estos mismos cuatro caracteres. Si no lo ha hecho, recházala.',
  leadsTo: 'Lleva de vuelta a',
  leadsToNote: 'Allí sigues, en el navegador donde empezaste. Si no venías de ahí, recházala.',
  asked: 'Pedido',
  network: 'Desde la red',
  permits: 'Si lo apruebas, podrá',
  limits: 'No puede borrar tu cuenta, y puedes desconectarlo cuando quieras.',
  decision: 'Tu decisión',
  number: 'El número de dos cifras de la página donde empezaste',
  numberError: 'Ese no es el número de la página donde empezaste. Compruébalo.',
  termsError:
    'Para aprobar, primero acepta las condiciones y da tu consentimiento. Para rechazar no hace falta.',
  approve: 'Aprobar',
  deny: 'Rechazar: no he sido yo',
};

const ru: typeof en = {
  ...CONNECTING_WORDS.ru,
  title: 'Подключить ассистента к дневнику?',
  lead: 'Об этом попросили, указав ваш адрес почты; скорее всего, вы сами в разговоре с ассистентом. Пока вы не разрешите здесь, ничего не подключится.',
  diary: 'Дневник',
  tail: 'Последние знаки запроса',
  tailNote: 'Ассистент должен назвать вам эти же четыре знака. Если не назвал, откажите.',
  leadsTo: 'Вернёт вас на',
  leadsToNote: 'Там вы продолжите, в том браузере, где начали. Если вы пришли не оттуда, откажите.',
  asked: 'Время запроса',
  network: 'Из сети',
  permits: 'Если вы разрешите, он сможет',
  limits: 'Удалить ваш аккаунт он не может, а отключить его можно в любой момент.',
  decision: 'Ваше решение',
  number: 'Двузначное число со страницы, с которой вы начали',
  numberError: 'На странице, с которой вы начали, другое число. Пожалуйста, посмотрите ещё раз.',
  termsError: 'Чтобы разрешить, сначала примите условия и дайте согласие. Для отказа это не нужно.',
  approve: 'Разрешить',
  deny: 'Отказать: это не я',
};

/** What the approval page says. */
export const APPROVAL_WORDS: Record<Language, typeof en> = { en, es, ru };
