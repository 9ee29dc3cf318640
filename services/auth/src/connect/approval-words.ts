import type { Language } from 'shared/contract/fields.ts';
import { CONNECTING_WORDS } from './connecting-words.ts';

const en = {
  ...CONNECTING_WORDS.en,
  title: 'Connect an assistant to your diary?',
  lead: 'Somebody asked for this with your e-mail address. If it was you, compare the details below. If not, decline.',
  diary: 'The diary of',
  begins: 'There is no diary for this address yet: approving begins one.',
  tail: 'Request ID ends in',
  tailNote: 'Your assistant should tell you the same four characters. If it did not, decline.',
  site: {
    leadsTo: 'It leads back to',
    note: 'You continue there, in the browser where you began. If that is not where you came from, decline.',
  },
  app: {
    leadsTo: 'It leads back to',
    name: 'an app on the device where you began',
    note: 'You continue there. If you did not begin in such an app, decline.',
  },
  asked: 'Requested',
  network: 'From the network',
  networkNote:
    'Part of the internet address that the request came from. An assistant on the web shows its provider’s, not yours.',
  browserNetworkNote: 'Part of the internet address of the browser where this began.',
  permits: 'If you approve, it will be able to',
  limits: 'It cannot delete your account, and you can disconnect it whenever you like.',
  decision: 'Your decision',
  number: 'The two-digit number on the page where you began',
  numberNote: 'Only that page shows it. If you were told a number anywhere else, decline.',
  errors: {
    form: 'We could not be sure that this came from this page. Nothing was decided; please choose again.',
    terms: 'To approve, please accept the terms and consent first. Declining needs neither.',
    no_number: 'Type the number shown on the page where you began.',
    wrong_number: 'That is not the number on the page where you began. Please look again.',
    last_number:
      'That is not the number on the page where you began. Please look again. One more wrong number ends this request.',
  },
  approve: 'Approve',
  deny: 'Decline – this was not me',
};

const es: typeof en = {
  ...CONNECTING_WORDS.es,
  title: '¿Conectar un asistente a tu diario?',
  lead: 'Alguien lo ha pedido con tu dirección de correo. Si has sido tú, compara los datos de abajo. Si no, rechaza la solicitud.',
  diary: 'El diario de',
  begins: 'Aún no hay ningún diario con esta dirección: al aprobar se empieza uno.',
  tail: 'El identificador de la solicitud termina en',
  tailNote:
    'Tu asistente debería decirte estos mismos cuatro caracteres. Si no lo ha hecho, rechaza la solicitud.',
  site: {
    leadsTo: 'Lleva de vuelta a',
    note: 'Allí continuarás, en el navegador donde empezaste. Si no venías de ahí, rechaza la solicitud.',
  },
  app: {
    leadsTo: 'Lleva de vuelta a',
    name: 'una aplicación del dispositivo donde empezaste',
    note: 'Allí continuarás. Si no empezaste en una aplicación de ese dispositivo, rechaza la solicitud.',
  },
  asked: 'Solicitado',
  network: 'Desde la red',
  networkNote:
    'Una parte de la dirección de internet de la que vino la solicitud. Un asistente en la web muestra la de su proveedor, no la tuya.',
  browserNetworkNote: 'Una parte de la dirección de internet del navegador donde empezó esto.',
  permits: 'Si lo apruebas, podrá',
  limits: 'No puede borrar tu cuenta, y puedes desconectarlo cuando quieras.',
  decision: 'Tu decisión',
  number: 'El número de dos cifras de la página donde empezaste',
  numberNote: 'Solo lo muestra esa página. Si te han dado un número en otro sitio, rechaza la solicitud.',
  errors: {
    form: 'No hemos podido comprobar que esto viniera de esta página. No se ha decidido nada; elige otra vez.',
    terms:
      'Para aprobar, primero acepta las condiciones y da tu consentimiento. Para rechazar no hace falta.',
    no_number: 'Escribe el número que muestra la página donde empezaste.',
    wrong_number: 'Ese no es el número de la página donde empezaste. Compruébalo.',
    last_number:
      'Ese no es el número de la página donde empezaste. Compruébalo. Otro número equivocado termina esta solicitud.',
  },
  approve: 'Aprobar',
  deny: 'Rechazar: no he sido yo',
};

const ru: typeof en = {
  ...CONNECTING_WORDS.ru,
  title: 'Подключить ассистента к дневнику?',
  lead: 'Кто-то попросил об этом, указав ваш адрес почты. Если это вы, сверьте данные ниже. Если нет, откажите.',
  diary: 'Дневник',
  begins: 'С этим адресом дневника ещё нет: он появится, если вы разрешите.',
  tail: 'Номер запроса заканчивается на',
  tailNote: 'Ассистент должен назвать вам эти же четыре знака. Если не назвал, откажите.',
  site: {
    leadsTo: 'Вернёт вас на',
    note: 'Там вы продолжите, в том браузере, где начали. Если вы пришли не оттуда, откажите.',
  },
  app: {
    leadsTo: 'Вернёт вас в',
    name: 'приложение на устройстве, где вы начали',
    note: 'Там вы продолжите. Если вы начали не в таком приложении, откажите.',
  },
  asked: 'Время запроса',
  network: 'Из сети',
  networkNote:
    'Часть интернет-адреса, с которого пришёл запрос. У ассистента в интернете это адрес его поставщика, а не ваш.',
  browserNetworkNote: 'Часть интернет-адреса браузера, в котором это начато.',
  permits: 'Если вы разрешите, он сможет',
  limits: 'Удалить ваш аккаунт он не может, а отключить его можно в любой момент.',
  decision: 'Ваше решение',
  number: 'Двузначное число со страницы, с которой вы начали',
  numberNote: 'Его показывает только та страница. Если число вам сообщили где-то ещё, откажите.',
  errors: {
    form: 'Мы не смогли убедиться, что ответ пришёл с этой страницы. Ничего не решено; пожалуйста, выберите ещё раз.',
    terms: 'Чтобы разрешить, сначала примите условия и дайте согласие. Для отказа это не нужно.',
    no_number: 'Введите число, которое показывает страница, с которой вы начали.',
    wrong_number: 'На странице, с которой вы начали, другое число. Пожалуйста, посмотрите ещё раз.',
    last_number:
      'На странице, с которой вы начали, другое число. Пожалуйста, посмотрите ещё раз. Ещё одно неверное число — и запрос закроется.',
  },
  approve: 'Разрешить',
  deny: 'Отказать: это не я',
};

/** What the approval page says. */
export const APPROVAL_WORDS: Record<Language, typeof en> = { en, es, ru };
