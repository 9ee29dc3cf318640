import type { Language } from '../contract/fields.ts';

const en: Record<string, string> = {
  whoami: 'Look up the account',
  list_tokens: 'List the connected assistants',
  revoke_current_token: 'Disconnect itself',
  list_profiles: 'List the diaries',
  create_profile: 'Add a diary',
  log_meal: 'Record a meal',
  list_meals: 'Read the meals of a day',
  delete_meal: 'Delete a meal',
  get_day: 'Read a day',
  list_days: 'Read several days',
  set_activity: 'Record a day’s activity',
  delete_activity: 'Delete a day’s activity',
  set_sleep: 'Record a night’s sleep',
  delete_sleep: 'Delete a night’s sleep',
  add_wellbeing_note: 'Record a wellbeing note',
  delete_wellbeing_note: 'Delete a wellbeing note',
  delete_record: 'Delete a record',
  get_report: 'Read a report',
  list_share_links: 'List the shared links',
  create_share_link: 'Create a shared link',
  revoke_share_link: 'Withdraw a shared link',
};

const es: typeof en = {
  whoami: 'Consultar la cuenta',
  list_tokens: 'Ver los asistentes conectados',
  revoke_current_token: 'Desconectarse',
  list_profiles: 'Ver los diarios',
  create_profile: 'Añadir un diario',
  log_meal: 'Registrar una comida',
  list_meals: 'Leer las comidas de un día',
  delete_meal: 'Borrar una comida',
  get_day: 'Leer un día',
  list_days: 'Leer varios días',
  set_activity: 'Registrar la actividad de un día',
  delete_activity: 'Borrar la actividad de un día',
  set_sleep: 'Registrar el sueño de una noche',
  delete_sleep: 'Borrar el sueño de una noche',
  add_wellbeing_note: 'Registrar una nota de bienestar',
  delete_wellbeing_note: 'Borrar una nota de bienestar',
  delete_record: 'Borrar un registro',
  get_report: 'Leer un informe',
  list_share_links: 'Ver los enlaces compartidos',
  create_share_link: 'Crear un enlace compartido',
  revoke_share_link: 'Retirar un enlace compartido',
};

const ru: typeof en = {
  whoami: 'Узнать об аккаунте',
  list_tokens: 'Посмотреть подключённых ассистентов',
  revoke_current_token: 'Отключиться',
  list_profiles: 'Посмотреть дневники',
  create_profile: 'Добавить дневник',
  log_meal: 'Записать приём пищи',
  list_meals: 'Прочитать еду за день',
  delete_meal: 'Удалить приём пищи',
  get_day: 'Прочитать день',
  list_days: 'Прочитать несколько дней',
  set_activity: 'Записать активность за день',
  delete_activity: 'Удалить активность за день',
  set_sleep: 'Записать сон за ночь',
  delete_sleep: 'Удалить сон за ночь',
  add_wellbeing_note: 'Записать заметку о самочувствии',
  delete_wellbeing_note: 'Удалить заметку о самочувствии',
  delete_record: 'Удалить запись',
  get_report: 'Прочитать отчёт',
  list_share_links: 'Посмотреть ссылки на отчёты',
  create_share_link: 'Создать ссылку на отчёт',
  revoke_share_link: 'Отозвать ссылку на отчёт',
};

const WORDS: Record<Language, typeof en> = { en, es, ru };

/** What an operation does, for people; one without words of its own is called by its id. */
export const operationWords = (language: Language, operation: string): string =>
  WORDS[language][operation] ?? operation;
