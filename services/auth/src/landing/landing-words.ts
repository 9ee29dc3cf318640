import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';

const en = {
  title: 'A diary that you keep by talking',
  lead: 'Tell your own assistant what you ate, how you moved, how you slept and how you feel. It works out the details and sends them here; the diary keeps them, adds them up and shows you your day, your week and your month.',
  how: 'How it works',
  say: {
    title: 'You say it in your own words',
    text: '“Two eggs on toast and a coffee.” Your assistant estimates amounts and nutrients.',
  },
  keep: {
    title: 'The diary keeps it',
    text: 'Every figure says where it came from: which assistant, which model, how sure it was. Your records are kept in the European Union.',
  },
  share: {
    title: 'You see it, and share it if you like',
    text: 'Reports for yourself, and links for your nutritionist or trainer that end when you say so.',
  },
  decide: {
    title: 'You stay in charge',
    text: 'An assistant connects only if you say yes, can do only what you allowed, and is disconnected with one tap. Take everything with you, or delete it, whenever you like.',
  },
  not: 'What it does not do',
  notText:
    'It keeps, adds up and shows your records. It never advises, scores or judges, and is no substitute for somebody who treats you.',
  notices: {
    signed_out: 'You are signed out.',
    deleted: 'Your account is closed. Nothing can open it now, and within minutes it will all be gone.',
  },
  signedIn: 'Welcome back',
  signedInText: (email: string): string => `You are signed in as ${email}.`,
  toReport: 'To your report',
  connect: 'Connect your assistant',
  connectText:
    'Whichever it is, you first get an e-mail that says who is asking, and for what. Nothing is connected until you say yes on the page that it links to.',
  mcp: 'An assistant with connectors (its settings may say MCP)',
  mcpText:
    'Add a server, or connector, with this address. It opens our sign-in page; give your e-mail address there, and approve with the link that we send you.',
  mcpAddress: 'Address',
  rest: 'An assistant that can open web pages and send requests',
  promptLabel: 'Tell it',
  promptLabelWithGap: 'Tell it, with your e-mail address in place of “…”',
  prompt: (address: string, email: string): string =>
    `Please read ${address} and connect to my diary. My e-mail address is ${email}`,
  restAddress: 'If it asks for an address',
  developers: (instructions: Html, description: Html): Html =>
    html`For developers: the ${instructions} and the ${description}.`,
  instructions: 'instructions for assistants',
  description: 'OpenAPI description',
};

const es: typeof en = {
  title: 'Un diario que se lleva hablando',
  lead: 'Cuéntale a tu propio asistente qué has comido, cómo te has movido, cómo has dormido y cómo te sientes. Él calcula los detalles y los envía aquí; el diario los guarda, los suma y te muestra tu día, tu semana y tu mes.',
  how: 'Cómo funciona',
  say: {
    title: 'Lo dices con tus palabras',
    text: '«Dos huevos con tostadas y un café». Tu asistente estima cantidades y nutrientes.',
  },
  keep: {
    title: 'El diario lo guarda',
    text: 'Cada cifra dice de dónde viene: qué asistente, qué modelo, con cuánta seguridad. Tus registros se guardan en la Unión Europea.',
  },
  share: {
    title: 'Lo ves, y lo compartes si quieres',
    text: 'Informes para ti, y enlaces para tu nutricionista o quien te entrena, que terminan cuando tú digas.',
  },
  decide: {
    title: 'Tú decides',
    text: 'Un asistente solo se conecta si dices que sí, solo puede hacer lo que permitiste y se desconecta con un toque. Llévatelo todo, o bórralo, cuando quieras.',
  },
  not: 'Lo que no hace',
  notText:
    'El diario registra, suma y muestra. Nunca aconseja, puntúa ni juzga, y no sustituye a quien te trata.',
  notices: {
    signed_out: 'Has cerrado la sesión.',
    deleted: 'Tu cuenta está cerrada. Ya nada la abre, y en unos minutos no quedará nada de ella.',
  },
  signedIn: 'Hola de nuevo',
  signedInText: (email) => `Has entrado como ${email}.`,
  toReport: 'Ir a tu informe',
  connect: 'Conecta tu asistente',
  connectText:
    'Sea cual sea, primero recibirás un correo que muestra quién lo pide y para qué. No se conecta nada hasta que digas que sí en la página a la que lleva.',
  mcp: 'Un asistente con conectores (en sus ajustes puede poner MCP)',
  mcpText:
    'Añade un servidor, o conector, con esta dirección. Se abre nuestra página de entrada; indica allí tu correo y aprueba la solicitud con el enlace que te enviamos.',
  mcpAddress: 'Dirección',
  rest: 'Un asistente que puede abrir páginas web y llamar a direcciones',
  promptLabel: 'Dile',
  promptLabelWithGap: 'Dile, con tu dirección de correo en lugar de «…»',
  prompt: (address, email) =>
    `Por favor, lee ${address} y conéctate a mi diario. Mi dirección de correo es ${email}`,
  restAddress: 'Si te pide una dirección',
  developers: (instructions, description) =>
    html`Para quien programa: las ${instructions} y la ${description}.`,
  instructions: 'instrucciones para asistentes',
  description: 'descripción OpenAPI',
};

const ru: typeof en = {
  title: 'Дневник, который ведётся в разговоре',
  lead: 'Расскажите своему ассистенту, что вы ели, как двигались, как спали и как себя чувствуете. Он разберётся в подробностях и отправит их сюда, а дневник сохранит их, подсчитает и покажет ваш день, неделю и месяц.',
  how: 'Как это работает',
  say: {
    title: 'Вы говорите своими словами',
    text: '«Два яйца с тостом и кофе». Ассистент оценит количество и состав.',
  },
  keep: {
    title: 'Дневник это хранит',
    text: 'У каждой цифры видно, откуда она: какой ассистент, какая модель, насколько она уверена. Записи хранятся в Европейском союзе.',
  },
  share: {
    title: 'Вы видите и, если хотите, делитесь',
    text: 'Отчёты для вас и ссылки для вашего диетолога или тренера; они действуют, пока вы этого хотите.',
  },
  decide: {
    title: 'Решаете вы',
    text: 'Ассистент подключается, только если вы согласны, делает только то, что вы разрешили, и отключается одним нажатием. Всё можно забрать с собой или удалить, когда захотите.',
  },
  not: 'Чего он не делает',
  notText:
    'Дневник записывает, считает и показывает. Он никогда не советует, не ставит оценок и не судит, и он не заменяет того, кто вас лечит.',
  notices: {
    signed_out: 'Вы вышли из аккаунта.',
    deleted:
      'Ваш аккаунт закрыт. Его больше ничто не откроет, а через несколько минут от него ничего не останется.',
  },
  signedIn: 'С возвращением',
  signedInText: (email) => `Вы вошли как ${email}.`,
  toReport: 'К отчёту',
  connect: 'Подключите ассистента',
  connectText:
    'Какой бы он ни был, сначала вам придёт письмо, из которого видно, кто и о чём просит. Ничего не подключится, пока вы не согласитесь на странице по ссылке.',
  mcp: 'Ассистент с коннекторами (в настройках может стоять MCP)',
  mcpText:
    'Добавьте сервер (коннектор) с этим адресом. Откроется наша страница входа: укажите там свою почту и дайте разрешение по ссылке из письма.',
  mcpAddress: 'Адрес',
  rest: 'Ассистент, который умеет открывать веб-страницы и обращаться по адресам',
  promptLabel: 'Скажите ему',
  promptLabelWithGap: 'Скажите ему, указав вместо «…» свой адрес почты',
  prompt: (address, email) =>
    `Прочитай, пожалуйста, ${address} и подключись к моему дневнику. Мой адрес электронной почты: ${email}`,
  restAddress: 'Если он спросит адрес',
  developers: (instructions, description) => html`Разработчикам: ${instructions} и ${description}.`,
  instructions: 'инструкции для ассистентов',
  description: 'описание OpenAPI',
};

/** What the landing page says. */
export const LANDING_WORDS: Record<Language, typeof en> = { en, es, ru };

/** What was done a moment ago, by whoever was signed in until then. */
export type LandingNotice = keyof typeof en.notices;
