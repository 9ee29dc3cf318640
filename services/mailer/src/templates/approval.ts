import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Mail } from 'shared/queues/mail.ts';
import { wordsIn } from 'shared/words/words.ts';
import { clockAtEnd, inMinutes } from './deadline.ts';
import { inertName } from './inert-name.ts';
import type { MailContent } from './mail-parts.ts';

type Approval = Extract<Mail, { template: 'approval' }>;

const en = {
  subject: (name: string) => `Request to connect to your diary: “${name}”`,
  asks: (name: string) =>
    `Hello! An assistant that calls itself “${name}” asks to connect to the diary that belongs to this address.`,
  permits: 'If you approve, it will be able to:',
  tail: 'Your assistant should tell you these same four characters:',
  number: 'You will be asked for the two-digit number on the page where you began.',
  link: 'Read the request and decide',
  expires: (minutes: string, time: string) =>
    `The link works for ${minutes} (until ${time}). Opening it does not connect anything yet.`,
  stranger:
    'If this was not you, decline on the page that the link opens, or do nothing at all: nothing will be connected.',
  about: 'Diary keeps what you tell your own assistant about food, activity, sleep and how you feel.',
};

const es: typeof en = {
  subject: (name) => `Solicitud para conectarse a tu diario: «${name}»`,
  asks: (name) =>
    `Hola: un asistente que se hace llamar «${name}» pide conectarse al diario que pertenece a esta dirección.`,
  permits: 'Si lo apruebas, podrá:',
  tail: 'Tu asistente debería decirte estos mismos cuatro caracteres:',
  number: 'Se te pedirá el número de dos cifras de la página donde empezaste.',
  link: 'Leer la solicitud y decidir',
  expires: (minutes, time) =>
    `El enlace funciona durante ${minutes} (hora límite: ${time}). Abrirlo todavía no conecta nada.`,
  stranger:
    '¿No has sido tú? Rechaza la solicitud en la página que abre el enlace, o no hagas nada: no se conectará nada.',
  about:
    'Diary guarda lo que cuentas a tu propio asistente sobre comida, actividad, sueño y cómo te sientes.',
};

const ru: typeof en = {
  subject: (name) => `Запрос на подключение к вашему дневнику: «${name}»`,
  asks: (name) =>
    `Здравствуйте! Ассистент, который называет себя «${name}», просит подключиться к дневнику, привязанному к этому адресу.`,
  permits: 'Если вы разрешите, он сможет:',
  tail: 'Ваш ассистент должен назвать вам эти же четыре знака:',
  number: 'Понадобится двузначное число со страницы, с которой вы начали.',
  link: 'Посмотреть запрос и решить',
  expires: (minutes, time) =>
    `Ссылка действует ${minutes} (до ${time}). Если просто открыть её, ничего не подключится.`,
  stranger:
    'Это были не вы? Откажите на странице, которую откроет ссылка, или просто ничего не делайте: ничего не подключится.',
  about: 'Diary хранит то, что вы рассказываете своему ассистенту о еде, активности, сне и самочувствии.',
};

const WORDS: Record<Language, typeof en> = { en, es, ru };

/** Asks a person whether an assistant may connect (contract §4). */
export const approvalContent = (mail: Approval): MailContent => {
  const { language } = mail;
  const words = WORDS[language];
  const name = inertName(mail.client_name);
  return {
    subject: words.subject(name),
    blocks: [
      words.asks(name),
      words.permits,
      mail.scopes.map((scope) => wordsIn(language).scopes[scope]),
      mail.request_tail ? { caption: words.tail, code: mail.request_tail } : words.number,
      { label: words.link, link: mail.link },
      words.expires(inMinutes(language, LIMITS.connectLifetimeSeconds), clockAtEnd(mail)),
      words.stranger,
      words.about,
    ],
  };
};
