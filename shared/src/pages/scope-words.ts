import type { Language } from '../contract/fields.ts';
import type { Scope } from '../contract/scopes.ts';

/** What each scope lets an assistant do, in plain words, as a phrase that ends a list's item. */
export const SCOPE_WORDS: Record<Language, Record<Scope, string>> = {
  en: {
    'records:read':
      'read your meals, activity, sleep and wellbeing notes in your own words, and see your account with its e-mail address, your diaries and the list of connected assistants',
    'records:write':
      'add and delete meals, activity, sleep and wellbeing notes, and create further diaries in your account',
    'reports:read': 'read your daily, weekly and monthly reports',
    'share:manage':
      'create links to your reports that anybody who has them can open, list them and withdraw them',
  },
  es: {
    'records:read':
      'leer tus comidas, tu actividad, tu sueño y tus notas de bienestar con tus propias palabras, y ver tu cuenta con su dirección de correo, tus diarios y la lista de asistentes conectados',
    'records:write':
      'añadir y borrar comidas, actividad, sueño y notas de bienestar, y crear más diarios en tu cuenta',
    'reports:read': 'leer tus informes del día, de la semana y del mes',
    'share:manage': 'crear enlaces a tus informes (quien tenga uno puede abrirlo), ver la lista y retirarlos',
  },
  ru: {
    'records:read':
      'читать записи о еде, активности, сне и самочувствии (ваши собственные слова), видеть ваш аккаунт с адресом почты, ваши дневники и список подключённых ассистентов',
    'records:write':
      'добавлять и удалять записи о еде, активности, сне и самочувствии, создавать новые дневники в вашем аккаунте',
    'reports:read': 'читать отчёты за день, неделю и месяц',
    'share:manage':
      'создавать ссылки на отчёты, которые откроет любой, у кого они есть, видеть их список и отзывать их',
  },
};
