type LanguageRow = {
  /** What it calls itself. */
  ownName: string;
  /** BCP 47: by which dates are written and names are sorted. */
  tag: string;
  /** BCP 47: by which numbers are written. */
  numberTag: string;
  /** What the first diary of an account is called until the person renames it. */
  firstDiary: string;
};

/** The languages of pages and mails, by their ISO 639-1 codes. What they say stands in `words/`. */
export const LANGUAGES = {
  // British order and a 24-hour clock: read alike everywhere.
  en: { ownName: 'English', tag: 'en-GB', numberTag: 'en-GB', firstDiary: 'My diary' },
  // Thousands have the space of Costa Rica: to a Mexican 20.234 is a little over twenty.
  es: { ownName: 'Español', tag: 'es', numberTag: 'es-CR', firstDiary: 'Mi diario' },
  ru: { ownName: 'Русский', tag: 'ru', numberTag: 'ru', firstDiary: 'Мой дневник' },
} satisfies Record<string, LanguageRow>;

/** The language of whoever asks for none that we have. */
export const DEFAULT_LANGUAGE = 'en' satisfies keyof typeof LANGUAGES;
