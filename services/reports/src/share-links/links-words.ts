import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';

const en = {
  title: 'Shared links',
  lead: 'Whoever has a link can read the reports behind it, past ones too, without an account. They see everything recorded: meals, activity, sleep, your notes in your own words, and your targets, with the models that estimated the figures. They see neither your e-mail address nor your assistants; if you choose one diary, they see no other. Each report is headed with its diary’s name.',
  create: 'Create a link',
  profile: 'What it shows',
  allProfiles: 'Every diary, including new ones',
  begun: (number: number, moment: string) => `no.\u00a0${number}, created ${moment}`,
  noProfile: 'a deleted diary; the link shows nothing',
  days: 'Days until it ends',
  daysHint: `From 1 to ${LIMITS.shareLinkDays}. If empty, it works until you withdraw it.`,
  daysError: `Enter a whole number from 1 to ${LIMITS.shareLinkDays}, or leave it empty.`,
  profileError: 'This diary is no longer there. Choose another.',
  full: `You have reached the limit of ${LIMITS.shareLinksPerAccount} active links. Share one of them, or withdraw one first.`,
  createButton: 'Create link',
  active: 'Active links',
  none: 'There are none.',
  address: 'Address',
  noAddress: 'It works, but can no longer be shown: it was kept with a key that is no longer in use.',
  created: 'Created',
  ends: 'Ends',
  until: (moment: string) => moment,
  never: 'when you withdraw it',
  views: 'Views',
  lastView: (moment: string) => `last ${moment}`,
  revoke: 'Withdraw',
  notices: {
    created: 'The link is ready. Give its address only to those who should read it.',
    revoked: 'The link is withdrawn. Whoever opens it now sees nothing.',
  },
};

const es: typeof en = {
  title: 'Enlaces compartidos',
  lead: 'Quien tiene un enlace puede leer los informes que hay detrás, también los pasados, sin cuenta. Ve todo lo registrado: comidas, actividad, sueño, tus notas con tus propias palabras y tus objetivos, y los modelos que hicieron las estimaciones. No ve tu dirección de correo ni tus asistentes; si eliges un diario, tampoco los demás. Cada informe lleva por título el nombre del diario.',
  create: 'Crear un enlace',
  profile: 'Qué muestra',
  allProfiles: 'Todos los diarios, también los que vengan',
  begun: (number, moment) => `n.º\u00a0${number}, creado: ${moment}`,
  noProfile: 'un diario que se ha borrado; el enlace no muestra nada',
  days: 'Días hasta que termine',
  daysHint: `De 1 a ${LIMITS.shareLinkDays}. Si queda vacío, vale hasta que lo retires.`,
  daysError: `Escribe un número entero de 1 a ${LIMITS.shareLinkDays}, o déjalo vacío.`,
  profileError: 'Este diario ya no existe. Elige otro.',
  full: `Hay sitio para ${LIMITS.shareLinksPerAccount} enlaces activos y ya los tienes todos. Comparte uno de ellos o retira antes alguno.`,
  createButton: 'Crear enlace',
  active: 'Enlaces activos',
  none: 'No hay ninguno.',
  address: 'Dirección',
  noAddress: 'Funciona, pero ya no se puede mostrar: se guardó con una clave que ha dejado de usarse.',
  created: 'Creado',
  ends: 'Termina',
  until: (moment) => moment,
  never: 'cuando lo retires',
  views: 'Visitas',
  lastView: (moment) => `la última, ${moment}`,
  revoke: 'Retirar',
  notices: {
    created: 'El enlace está listo. Da su dirección solo a quien deba leerlo.',
    revoked: 'El enlace se ha retirado. Quien lo abra ahora no verá nada.',
  },
};

const ru: typeof en = {
  title: 'Ссылки на отчёты',
  lead: 'Любой, у кого есть ссылка, может читать по ней отчёты, и прошлые тоже, без аккаунта. Видно всё, что записано: еда, активность, сон, ваши заметки вашими словами и ваши цели, а также модели, которые делали оценки. Ваш адрес почты и ассистенты не видны; если выбран один дневник, не видны и остальные. В заголовке отчёта — название дневника.',
  create: 'Создать ссылку',
  profile: 'Что она показывает',
  allProfiles: 'Все дневники, и будущие тоже',
  begun: (number, moment) => `№\u00a0${number}, создан: ${moment}`,
  noProfile: 'дневник, который удалён; ссылка ничего не показывает',
  days: 'Сколько дней она действует',
  daysHint: `От 1 до ${LIMITS.shareLinkDays}. Если оставить пустым, действует, пока вы её не отзовёте.`,
  daysError: `Введите целое число от 1 до ${LIMITS.shareLinkDays} или оставьте поле пустым.`,
  profileError: 'Этого дневника больше нет. Выберите другой.',
  full: `Действующих ссылок может быть не больше ${LIMITS.shareLinksPerAccount}, и все уже созданы. Поделитесь одной из них или сначала отзовите какую-нибудь.`,
  createButton: 'Создать ссылку',
  active: 'Действующие ссылки',
  none: 'Их нет.',
  address: 'Адрес',
  noAddress:
    'Она работает, но показать её больше нельзя: она хранится под ключом, который уже не используется.',
  created: 'Создана',
  ends: 'Действует',
  until: (moment) => `до ${moment}`,
  never: 'пока вы её не отзовёте',
  views: 'Просмотры',
  lastView: (moment) => `последний: ${moment}`,
  revoke: 'Отозвать',
  notices: {
    created: 'Ссылка готова. Давайте её только тем, кому стоит это читать.',
    revoked: 'Ссылка отозвана. Кто откроет её теперь, ничего не увидит.',
  },
};

/** What the page of the shared links says. */
export const LINKS_WORDS: Record<Language, typeof en> = { en, es, ru };

/** What was done a moment ago. */
export type LinkChange = keyof typeof en.notices;
