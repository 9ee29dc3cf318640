import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { ProfileField } from './profile-form.ts';

const en = {
  title: 'Diaries',
  lead: 'A diary keeps the records of one person, or for one purpose. Your assistants write to the default diary unless you name another. Open a diary to set its daily targets, time zone and name.',
  isDefault: 'Default',
  created: 'Created',
  fields: {
    name: 'Name',
    time_zone: 'Time zone',
    kcal: 'Energy, kcal',
    protein_g: 'Protein, g',
    carbs_g: 'Carbs, g',
    fat_g: 'Fat, g',
    fiber_g: 'Fibre, g',
    sugar_g: 'Sugar, g',
    sodium_mg: 'Sodium, mg',
    steps: 'Steps',
    exercise_minutes: 'Exercise, minutes',
    sleep_minutes: 'Sleep, minutes',
  } satisfies Record<ProfileField, string>,
  timeZoneHint:
    'Decides what “today” is. What is already recorded keeps its day. Clear the field to see the list.',
  sleepHint: '8 hours is 480.',
  targets: 'Targets for a day',
  targetsHint:
    'Your own figures, shown beside the records in your report. What you leave empty has no target; nothing is worked out for you.',
  save: 'Save',
  saveBrowserZone: 'Save with this browser’s time zone',
  makeDefault: 'Make this the default',
  delete: 'Delete…',
  defaultStays: 'The default diary cannot be deleted. Make another one the default first.',
  add: 'Add a diary',
  addHint: `For somebody you keep records for, or to keep something apart. You can have up to ${LIMITS.profilesPerAccount}.`,
  addButton: 'Add',
  full: `You have ${LIMITS.profilesPerAccount} diaries, and there is no room for another.`,
  notices: {
    added: 'The diary has been added.',
    saved: 'Your changes are saved.',
    default: 'The default diary has been changed.',
    deleted: 'The diary and everything recorded in it are deleted.',
  },
  gone: 'This diary is no longer there.',
  changed:
    'This diary was changed meanwhile, perhaps in another window. Below is what you entered; save again to keep it.',
  wrong: {
    name: 'Give it a name of 1 to 60 characters.',
    time_zone:
      'There is no such time zone. Clear the field to see the list, and choose from it, such as Europe/Madrid.',
    target: (max: string) =>
      `Enter a number from 0 to ${max} with at most two decimals and no thousands separator, or leave it empty.`,
    wholeTarget: (max: string) =>
      `Enter a whole number from 0 to ${max} with no thousands separator, or leave it empty.`,
  },
  question: (name: string) => `Delete “${name}”?`,
  questionText: 'The diary and everything recorded in it will be deleted. This cannot be undone.',
  records: { meals: 'Meals', activity: 'Days of activity', sleep: 'Nights', wellbeing: 'Wellbeing notes' },
  linksToo: 'Links that share only this diary will no longer show anything.',
  takeFirst: 'If you would like to keep a copy, download it first.',
  confirm: 'Delete the diary and its records',
  keep: 'Keep it',
};

const es: typeof en = {
  title: 'Diarios',
  lead: 'Un diario guarda los registros de una persona, o para un fin concreto. Tus asistentes escriben en el diario predeterminado, salvo que les indiques otro. Abre un diario para fijar sus objetivos diarios, su zona horaria y su nombre.',
  isDefault: 'Predeterminado',
  created: 'Creado',
  fields: {
    name: 'Nombre',
    time_zone: 'Zona horaria',
    kcal: 'Energía, kcal',
    protein_g: 'Proteínas, g',
    carbs_g: 'Hidratos, g',
    fat_g: 'Grasas, g',
    fiber_g: 'Fibra, g',
    sugar_g: 'Azúcares, g',
    sodium_mg: 'Sodio, mg',
    steps: 'Pasos',
    exercise_minutes: 'Ejercicio, minutos',
    sleep_minutes: 'Sueño, minutos',
  },
  timeZoneHint:
    'Decide qué día es «hoy». Lo que ya está registrado conserva su día. Vacía el campo para ver la lista.',
  sleepHint: '8 horas son 480.',
  targets: 'Objetivos para un día',
  targetsHint:
    'Tus propias cifras, que aparecen junto a los registros en tu informe. Lo que dejes en blanco queda sin objetivo; aquí no se calcula nada por ti.',
  save: 'Guardar',
  saveBrowserZone: 'Guardar con la zona horaria de este navegador',
  makeDefault: 'Hacerlo predeterminado',
  delete: 'Borrar…',
  defaultStays: 'El diario predeterminado no se puede borrar. Elige antes otro como predeterminado.',
  add: 'Añadir un diario',
  addHint: `Para alguien de quien llevas los registros, o para guardar algo aparte. Puedes tener hasta ${LIMITS.profilesPerAccount}.`,
  addButton: 'Añadir',
  full: `Hay ${LIMITS.profilesPerAccount} diarios y no queda sitio para otro.`,
  notices: {
    added: 'El diario se ha añadido.',
    saved: 'Tus cambios se han guardado.',
    default: 'El diario predeterminado ha cambiado.',
    deleted: 'El diario y todo lo registrado en él se han borrado.',
  },
  gone: 'Este diario ya no existe.',
  changed:
    'Este diario cambió mientras tanto, quizá en otra ventana. Abajo está lo que has escrito; guarda otra vez para conservarlo.',
  wrong: {
    name: 'Ponle un nombre de 1 a 60 caracteres.',
    time_zone:
      'No existe esa zona horaria. Vacía el campo para ver la lista y elige una, por ejemplo Europe/Madrid.',
    target: (max) =>
      `Escribe un número de 0 a ${max} con dos decimales como máximo y sin separar los miles, o déjalo vacío.`,
    wholeTarget: (max) => `Escribe un número entero de 0 a ${max} sin separar los miles, o déjalo vacío.`,
  },
  question: (name) => `¿Borrar «${name}»?`,
  questionText: 'Desaparece el diario y, con él, todo lo que está registrado en él. No se puede deshacer.',
  records: {
    meals: 'Comidas',
    activity: 'Días de actividad',
    sleep: 'Noches',
    wellbeing: 'Notas de bienestar',
  },
  linksToo: 'Los enlaces que comparten solo este diario ya no mostrarán nada.',
  takeFirst: 'Si quieres conservar una copia, descárgala antes.',
  confirm: 'Borrar el diario y sus registros',
  keep: 'Conservarlo',
};

const ru: typeof en = {
  title: 'Дневники',
  lead: 'В дневнике хранятся записи об одном человеке или для одной задачи. Ассистенты пишут в основной дневник, если вы не назовёте им другой. Откройте дневник, чтобы задать цели на день, часовой пояс и название.',
  isDefault: 'Основной',
  created: 'Создан',
  fields: {
    name: 'Название',
    time_zone: 'Часовой пояс',
    kcal: 'Калории, ккал',
    protein_g: 'Белки, г',
    carbs_g: 'Углеводы, г',
    fat_g: 'Жиры, г',
    fiber_g: 'Клетчатка, г',
    sugar_g: 'Сахар, г',
    sodium_mg: 'Натрий, мг',
    steps: 'Шаги',
    exercise_minutes: 'Время тренировок, минуты',
    sleep_minutes: 'Сон, минуты',
  },
  timeZoneHint:
    'От него зависит, какой день сейчас «сегодня». Уже записанное остаётся на своих днях. Очистите поле, чтобы увидеть список.',
  sleepHint: '8 часов — это 480.',
  targets: 'Цели на день',
  targetsHint:
    'Ваши собственные числа; в отчёте они стоят рядом с записями. Где пусто, там цели нет; за вас ничего не рассчитывается.',
  save: 'Сохранить',
  saveBrowserZone: 'Сохранить с часовым поясом этого браузера',
  makeDefault: 'Сделать основным',
  delete: 'Удалить…',
  defaultStays: 'Основной дневник удалить нельзя. Сначала сделайте основным другой.',
  add: 'Добавить дневник',
  addHint: `Для того, чьи записи вы ведёте, или чтобы хранить что-то отдельно. Можно завести до ${LIMITS.profilesPerAccount} дневников.`,
  addButton: 'Добавить',
  full: `Дневников уже ${LIMITS.profilesPerAccount}, места для ещё одного нет.`,
  notices: {
    added: 'Дневник добавлен.',
    saved: 'Изменения сохранены.',
    default: 'Основной дневник изменён.',
    deleted: 'Дневник и всё, что в нём записано, удалены.',
  },
  gone: 'Этого дневника больше нет.',
  changed:
    'Этот дневник тем временем изменили, возможно, в другом окне. Ниже то, что ввели вы; сохраните ещё раз, чтобы оставить это.',
  wrong: {
    name: 'Дайте название от 1 до 60 знаков.',
    time_zone:
      'Такого часового пояса нет. Очистите поле, чтобы увидеть список, и выберите из него, например Europe/Moscow.',
    target: (max) =>
      `Введите число от 0 до ${max}, не больше двух знаков после запятой, не отделяя тысячи, или оставьте поле пустым.`,
    wholeTarget: (max) => `Введите целое число от 0 до ${max}, не отделяя тысячи, или оставьте поле пустым.`,
  },
  question: (name) => `Удалить «${name}»?`,
  questionText: 'Исчезнет дневник, а с ним всё, что в нём записано. Вернуть это будет нельзя.',
  records: {
    meals: 'Приёмы пищи',
    activity: 'Дни активности',
    sleep: 'Записи сна',
    wellbeing: 'Заметки о самочувствии',
  },
  linksToo: 'Ссылки, которые открывают только этот дневник, больше ничего не покажут.',
  takeFirst: 'Если хотите оставить себе копию, сначала скачайте её.',
  confirm: 'Удалить дневник и записи',
  keep: 'Оставить',
};

/** What the pages of the diaries say. */
export const PROFILE_WORDS: Record<Language, typeof en> = { en, es, ru };

/** What was done a moment ago. */
export type ProfileChange = keyof typeof en.notices;
