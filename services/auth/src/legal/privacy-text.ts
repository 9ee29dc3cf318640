import type { Language } from 'shared/contract/fields.ts';
import type { LegalText } from './legal-text.ts';

type Section = 'stored' | 'purpose' | 'where' | 'readers' | 'times' | 'logs' | 'pages' | 'rights';

const en: LegalText<Section> = {
  title: 'Privacy notice',
  lead: 'In short: we keep what is needed for your diary, in the European Union, for as long as you want it. We sell nothing, show no advertising and track nobody.',
  sections: {
    stored: {
      heading: 'What is stored',
      paragraphs: [
        'Your account: e-mail address, language, time zone, when it began, and which version of the terms you consented to and when; and your diaries, with their names and time zones.',
        'Your records: meals with their items, activity, sleep, wellbeing notes, your own targets, and with each record the assistant and the model that it came from.',
        'Your connections: the name that each assistant gave itself, what you allowed it, when it was connected and last used; and the links to reports that you made, with how often and when last they were opened. Secrets are kept only as hashes or encrypted.',
        'The browsers in which you are signed in: what kind they are, from which network you signed in and when, and when they were last used.',
      ],
    },
    purpose: {
      heading: 'What for, and on what basis',
      paragraphs: [
        'Only to run your diary: to record, add up, report and share as you ask. Records about your health are kept with your explicit consent (GDPR, Article 9(2)(a)); your account and its protection rest on the terms that you accepted and on our interest in a safe service (Article 6(1)(b) and (f)).',
        'Nothing is used for advertising, profiling or training models, and nothing is sold.',
      ],
    },
    where: {
      heading: 'Where',
      paragraphs: ['Records received through the interface are kept in the European Union.'],
    },
    readers: {
      heading: 'Who can read it',
      paragraphs: [
        'You; the assistants that you connected, within what you allowed; whoever has a link to a report that you made; and those who run the service for the operator, where they must in order to keep it working. The mail provider that carries our e-mails sees your address and the e-mail.',
        'What your assistant does with what it reads is its provider’s responsibility.',
      ],
    },
    times: {
      heading: 'For how long',
      paragraphs: [
        'Records stay until you or your assistant delete them or your account is deleted; then everything goes within minutes. A connection that is not used for 180 days ends, a session in a browser after 30 days without use. A report link that has ended is remembered for up to a year, so that its address can say so.',
        'A request to connect, with the address, the assistant’s name and the network that it came from, is kept for about a day after it ends, and so is a request to sign in, with the address. So that a repeated call does nothing twice, an encrypted copy of the answer to a call, with the record in it, is kept for 24 hours, even if the record is deleted before. Counters that limit calls by network or address go after an hour.',
        'Backups that the operator makes hold a copy until newer ones replace them, for at most 400 days. For as long, the hash of a random number is kept of what was deleted or ended (an account, a diary, a connection, a link), so that a restored backup leaves it out; single records deleted since the backup come back with it. The database’s own change log, which only keeps the service running, holds traces until newer changes overwrite them.',
      ],
    },
    logs: {
      heading: 'What is logged',
      paragraphs: [
        'The call log notes which assistant called which function, when, in which way and with what outcome, without any content. You can see it, and its entries go after 90 days.',
        'Technical logs hold the number, kind, duration and outcome of a request, so that faults can be found. They hold no content, no e-mail address, no token and no link, and go after 30 days at most.',
      ],
    },
    pages: {
      heading: 'These pages',
      paragraphs: [
        'They load nothing from anybody else and do not track you. A cookie is set only to sign you in and to keep you signed in; your browser keeps it for at most 400 days.',
        'We send e-mail only for requests to connect and for links to sign in, without images or tracking.',
      ],
    },
    rights: {
      heading: 'Your rights',
      paragraphs: [
        'On your pages you can see your data, take all of it with you, and delete your account yourself. You can also have data corrected, restrict or object to its use, and withdraw your consent at any time: write to the address above. If you think that something is wrong, you can also turn to the data protection authority of your country.',
      ],
    },
  },
};

const es: LegalText<Section> = {
  title: 'Aviso de privacidad',
  lead: 'En pocas palabras: guardamos lo necesario para tu diario, en la Unión Europea y mientras tú quieras. No vendemos nada, no mostramos publicidad y no seguimos a nadie.',
  sections: {
    stored: {
      heading: 'Qué se guarda',
      paragraphs: [
        'Tu cuenta: dirección de correo, idioma, zona horaria, cuándo empezó, y qué versión de las condiciones aceptaste y cuándo; y tus diarios, con sus nombres y zonas horarias.',
        'Tus registros: comidas con sus alimentos, actividad, sueño, notas de bienestar, tus propios objetivos y, con cada registro, el asistente y el modelo de los que viene.',
        'Tus conexiones: el nombre que se dio cada asistente, lo que le permitiste, cuándo se conectó y cuándo se usó por última vez; y los enlaces a informes que creaste, con las veces que se abrieron y cuándo fue la última. Los secretos solo se guardan como resúmenes criptográficos o cifrados.',
        'Los navegadores en los que has entrado: su tipo, la red desde la que entraste, desde cuándo y cuándo se usaron por última vez.',
      ],
    },
    purpose: {
      heading: 'Para qué y con qué base',
      paragraphs: [
        'Solo para llevar tu diario: registrar, sumar, informar y compartir como tú pidas. Los registros sobre tu salud se guardan con tu consentimiento explícito (RGPD, artículo 9.2.a); tu cuenta y su protección se apoyan en las condiciones que aceptaste y en nuestro interés en un servicio seguro (artículo 6.1.b y f).',
        'Nada se usa para publicidad, perfiles ni entrenamiento de modelos, y nada se vende.',
      ],
    },
    where: {
      heading: 'Dónde',
      paragraphs: ['Los registros recibidos por la interfaz se guardan en la Unión Europea.'],
    },
    readers: {
      heading: 'Quién puede leerlo',
      paragraphs: [
        'Tú; los asistentes que conectaste, dentro de lo que permitiste; quien tenga un enlace a un informe que creaste; y quienes operan el servicio para el responsable, cuando sea imprescindible para que funcione. El proveedor de correo que lleva nuestros mensajes ve tu dirección y el mensaje.',
        'De lo que tu asistente haga con lo que lee responde su proveedor.',
      ],
    },
    times: {
      heading: 'Durante cuánto tiempo',
      paragraphs: [
        'Los registros se quedan hasta que tú o tu asistente los borréis o hasta que se borre tu cuenta; entonces desaparece todo en unos minutos. Una conexión que no se usa durante 180 días termina, y una sesión en un navegador tras 30 días sin uso. De un enlace a un informe que ha terminado se guarda constancia durante un año como máximo, para que su dirección pueda decirlo.',
        'Una solicitud de conexión, con la dirección, el nombre del asistente y la red de la que vino, se guarda alrededor de un día después de terminar, igual que una solicitud para entrar, con la dirección. Para que una llamada repetida no haga nada dos veces, una copia cifrada de la respuesta, con el registro, se guarda durante 24 horas, aunque el registro se borre antes. Los contadores que limitan las llamadas por red o por dirección desaparecen en una hora.',
        'Las copias de seguridad del operador conservan una copia hasta que otras más nuevas las sustituyen, 400 días como máximo. El mismo tiempo se guarda el hash de un número aleatorio de lo que se ha borrado o ha terminado (una cuenta, un diario, una conexión, un enlace), para que una copia restaurada lo deje fuera; los registros sueltos borrados después de la copia vuelven con ella. El registro interno de cambios de la base de datos, que solo sirve para que el servicio funcione, conserva restos hasta que otros cambios los sobrescriben.',
      ],
    },
    logs: {
      heading: 'Qué se anota',
      paragraphs: [
        'El historial de llamadas anota qué asistente llamó a qué función, cuándo, por qué vía y con qué resultado, sin ningún contenido. Puedes verlo, y sus entradas desaparecen a los 90 días.',
        'El historial técnico contiene el número, el tipo, la duración y el resultado de una petición, para encontrar fallos. No incluye contenido, ni direcciones de correo, ni claves, ni enlaces, y se borra a los 30 días como máximo.',
      ],
    },
    pages: {
      heading: 'Estas páginas',
      paragraphs: [
        'No cargan nada de terceros y no te siguen. Solo se pone una cookie para que entres y para que no tengas que entrar cada vez; tu navegador la guarda 400 días como máximo.',
        'Enviamos correo únicamente por solicitudes de conexión y enlaces de acceso, sin imágenes ni seguimiento.',
      ],
    },
    rights: {
      heading: 'Tus derechos',
      paragraphs: [
        'En tus páginas puedes ver tus datos, llevártelos todos y borrar tu cuenta sin pedírselo a nadie. También puedes hacer que se corrijan, limitar su uso u oponerte a él, y retirar tu consentimiento en cualquier momento: escribe a la dirección de arriba. Si crees que algo está mal, también puedes acudir a la autoridad de protección de datos de tu país.',
      ],
    },
  },
};

const ru: LegalText<Section> = {
  title: 'Уведомление о конфиденциальности',
  lead: 'Коротко: мы храним то, что нужно для вашего дневника, в Европейском союзе и столько, сколько вы хотите. Мы ничего не продаём, не показываем рекламу и ни за кем не следим.',
  sections: {
    stored: {
      heading: 'Что хранится',
      paragraphs: [
        'Ваш аккаунт: адрес электронной почты, язык, часовой пояс, когда он появился, с какой редакцией условий вы согласились и когда; и ваши дневники с их названиями и часовыми поясами.',
        'Ваши записи: еда по составляющим, активность, сон, заметки о самочувствии, ваши собственные цели, а у каждой записи ассистент и модель, от которых она пришла.',
        'Ваши подключения: имя, которым назвал себя каждый ассистент, что вы ему разрешили, когда он подключён и когда обращался в последний раз; созданные вами ссылки на отчёты, сколько раз и когда в последний раз их открывали. Секреты хранятся только в виде хешей или зашифрованными.',
        'Браузеры, в которых вы вошли: их вид, сеть, из которой вы вошли, с какого времени и когда ими пользовались в последний раз.',
      ],
    },
    purpose: {
      heading: 'Зачем и на каком основании',
      paragraphs: [
        'Только для того, чтобы вести ваш дневник: записывать, подсчитывать, составлять отчёты и делиться ими так, как вы просите. Записи о здоровье хранятся с вашего явного согласия (GDPR, статья 9(2)(a)); аккаунт и его защита опираются на принятые вами условия и на нашу заинтересованность в безопасном сервисе (статья 6(1)(b) и (f)).',
        'Ничего не используется для рекламы, профилирования или обучения моделей, и ничего не продаётся.',
      ],
    },
    where: {
      heading: 'Где',
      paragraphs: ['Записи, полученные через интерфейс, хранятся в Европейском союзе.'],
    },
    readers: {
      heading: 'Кто может это прочитать',
      paragraphs: [
        'Вы; подключённые вами ассистенты в пределах разрешённого; любой, у кого есть созданная вами ссылка на отчёт; и те, кто обслуживает сервис для оператора, когда без этого сервис не сможет работать. Почтовый провайдер, который доставляет наши письма, видит ваш адрес и письмо.',
        'За то, что ваш ассистент делает с прочитанным, отвечает тот, кто его предоставляет.',
      ],
    },
    times: {
      heading: 'Как долго',
      paragraphs: [
        'Записи остаются, пока их не удалите вы или ваш ассистент либо пока не удалён аккаунт; тогда за несколько минут исчезает всё. Подключение, которым не пользуются 180 дней, прекращается, сеанс в браузере — через 30 дней без обращений. О закончившейся ссылке на отчёт мы помним не дольше года, чтобы её адрес мог об этом сказать.',
        'Запрос на подключение с адресом, именем ассистента и сетью, из которой он пришёл, хранится около суток после завершения, как и запрос на вход с адресом. Чтобы повторный вызов ничего не сделал дважды, зашифрованная копия ответа вместе с записью хранится 24 часа, даже если запись удалена раньше. Счётчики, ограничивающие обращения по сети или адресу, исчезают через час.',
        'В резервных копиях оператора копия остаётся, пока их не сменят более новые, но не дольше 400 дней. Столько же хранится хеш случайного числа для всего удалённого или завершённого (аккаунта, дневника, подключения, ссылки), чтобы восстановление из копии этого не вернуло; отдельные записи, удалённые после её создания, при этом возвращаются. Во внутреннем журнале изменений базы данных, который нужен только для работы сервиса, следы остаются, пока их не перезапишут новые изменения.',
      ],
    },
    logs: {
      heading: 'Что попадает в журналы',
      paragraphs: [
        'Журнал вызовов отмечает, какой ассистент какую функцию вызвал, когда, каким путём и с каким итогом, без содержания. Он доступен вам, а его записи исчезают через 90 дней.',
        'Технические журналы содержат номер, вид, длительность и исход запроса, чтобы находить сбои. В них нет ни содержания, ни адресов почты, ни ключей, ни ссылок; хранятся они не дольше 30 дней.',
      ],
    },
    pages: {
      heading: 'Эти страницы',
      paragraphs: [
        'Они ничего не загружают со стороны и не следят за вами. Файл cookie нужен только для входа и чтобы вы оставались в аккаунте; браузер хранит его не дольше 400 дней.',
        'Мы пишем на почту только ради запросов на подключение и ссылок для входа, без картинок и слежки.',
      ],
    },
    rights: {
      heading: 'Ваши права',
      paragraphs: [
        'На своих страницах вы можете увидеть свои данные, забрать их все и сами удалить аккаунт. Можно также потребовать исправить данные, ограничить их использование или возразить против него и в любой момент отозвать согласие: напишите по адресу выше. Если вы считаете, что что-то не так, можно также обратиться в орган по защите данных вашей страны.',
      ],
    },
  },
};

/** What is stored, logged and kept, and for how long. An operator may put their own in its place. */
export const PRIVACY_TEXT: Record<Language, LegalText<Section>> = { en, es, ru };
