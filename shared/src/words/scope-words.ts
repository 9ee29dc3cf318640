import type { Language } from '../contract/fields.ts';
import type { Scope } from '../contract/scopes.ts';

/** What each scope lets an assistant do, in plain words, as a phrase that ends a list's item. */
export const SCOPE_WORDS: Record<Language, Record<Scope, string>> = {
  en: {
    'records:read':
      'read the meals, activity, sleep and wellbeing notes of all your diaries, in your own words, and see your account with its e-mail address and the list of connected assistants',
    'records:write':
      'add and delete meals, activity, sleep and wellbeing notes in all your diaries, and create further diaries in your account',
    'reports:read': 'read the daily, weekly and monthly reports of all your diaries',
    'share:manage':
      'create links to your reports that anybody who has them can open, list them and withdraw them',
  },
  es: {
    'records:read':
      'leer las comidas, la actividad, el sueño y las notas de bienestar de todos tus diarios, con tus propias palabras, y ver tu cuenta con su dirección de correo y la lista de asistentes conectados',
    'records:write':
      'añadir y borrar comidas, actividad, sueño y notas de bienestar en todos tus diarios, y crear más diarios en tu cuenta',
    'reports:read': 'leer los informes del día, de la semana y del mes de todos tus diarios',
    'share:manage': 'crear enlaces a tus informes (quien tenga uno puede abrirlo), ver la lista y retirarlos',
  },
  ru: {
    'records:read':
      'читать записи о еде, активности, сне и самочувствии (ваши собственные слова) во всех ваших дневниках, видеть ваш аккаунт с адресом почты и список подключённых ассистентов',
    'records:write':
      'добавлять и удалять записи о еде, активности, сне и самочувствии во всех ваших дневниках, создавать новые дневники в вашем аккаунте',
    'reports:read': 'читать отчёты за день, неделю и месяц по всем вашим дневникам',
    'share:manage':
      'создавать ссылки на отчёты, которые откроет любой, у кого они есть, видеть их список и отзывать их',
  },
};
