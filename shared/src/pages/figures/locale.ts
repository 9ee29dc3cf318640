import type { Language } from '../../contract/fields.ts';
import { LANGUAGES } from '../../contract/languages.ts';
import { mapFields } from '../../contract/map-fields.ts';
import { MEASURES, type Measure, type Unit } from '../../contract/measures.ts';
import type { Report } from '../../contract/operations/reports.ts';
import { round } from '../../records/totals.ts';
import { cardWordsIn } from '../../words/card-words.ts';
import type { Plural } from '../../words/en/report/report.ts';
import { localeTag, numberFormat, unbroken } from './format.ts';
import { type Html, html, joined } from './html.ts';
import { unitOf } from './measure-label.ts';

const DAY_MS = 86_400_000;

/** Keeps a figure and its unit on one line. */
const NBSP = '\u00a0';

const createLocale = (language: Language) => {
  const { report: words, measures } = cardWordsIn(language);
  const tag = localeTag(language);
  const whole = numberFormat(language, { maximumFractionDigits: 0 });
  const tenths = numberFormat(language, { maximumFractionDigits: 1 });
  const compact = numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const percents = new Intl.NumberFormat(tag, { style: 'percent', signDisplay: 'negative' });
  const plurals = new Intl.PluralRules(tag);
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options });
    return (day: string) => format.format(new Date(day));
  };
  const ranges = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', dateStyle: 'long' });
  const fullDay = dates({ dateStyle: 'full' });
  const shortDays = new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const month = dates({ month: 'long', year: 'numeric' });

  /** As the API gives it: what is rounded here was rounded there before, so that one value is the same number everywhere. */
  const written = (format: Intl.NumberFormat, value: number): string => format.format(round(value));
  const count = (value: number): string => written(whole, value);
  const percent = (fraction: number): string => percents.format(fraction);
  const minutes = (value: number): string => {
    const [hours, rest] = [Math.floor(Math.round(value) / 60), Math.round(value) % 60];
    const inHours = hours > 0 && `${count(hours)}${NBSP}${words.duration.h}`;
    const inMinutes = (rest > 0 || hours === 0) && `${rest}${NBSP}${words.duration.min}`;
    return [inHours, inMinutes].filter(Boolean).join(' ');
  };

  const inUnit = (unit: Unit, value: number): string => {
    if (unit === 'count') return count(value);
    if (unit === 'minutes') return minutes(value);
    if (unit === 'percent') return percent(value / 100);
    const format = unit === 'g' || unit === 'km' ? tenths : whole;
    return `${written(format, value)}${NBSP}${measures.units[unit]}`;
  };

  /** A number and its noun: `2 meals`. */
  const counted = (value: number, noun: Plural): string =>
    `${count(value)}${NBSP}${noun[plurals.select(value)] ?? noun.other}`;

  /** The days of a report: `16 – 22 November 2026`, and of a whole month `November 2026`. */
  const period = (kind: Report['period'], from: string, to: string): string => {
    if (kind === 'daily') return unbroken(fullDay(from));
    const isMonth =
      kind === 'monthly' &&
      from.endsWith('-01') &&
      from.slice(0, 7) !== new Date(Date.parse(to) + DAY_MS).toISOString().slice(0, 7);
    return unbroken(isMonth ? month(from) : ranges.formatRange(new Date(from), new Date(to)));
  };

  return {
    language,
    words,
    /** What each measure is called. */
    names: measures.names,
    count,
    /** A whole number beside an axis, where all digits of a million find no room: `1.5m`. */
    onAxis: (value: number): string => (value < 1_000_000 ? whole : compact).format(value),
    /** Grams as the tables show them, without their unit. */
    grams: (value: number): string => written(tenths, value),
    percent,
    /** The unit of a measure's values where they stand without it. */
    unit: (measure: Measure): string => unitOf(language, measure),
    /** A value of a measure with its unit: `1,850 kcal`, `7 h 12 min`. */
    measure: (measure: Measure, value: number): string => inUnit(MEASURES[measure].unit, value),
    /** A value after the name of its measure: `Protein 106 g`. */
    named: (measure: Measure, value: number): string =>
      `${measures.names[measure]}${NBSP}${inUnit(MEASURES[measure].unit, value)}`,
    counted,
    period,
    /** A day as `Monday 16 November`. */
    day: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** A day as `Mon 16 Nov`. */
    shortDay: (day: string): string => shortDays.format(new Date(day)),
    /** Days in a row as `Mon 16 Nov – Tue 17 Nov`; one day as `shortDay`. */
    shortDays: (from: string, to: string): string => shortDays.formatRange(new Date(from), new Date(to)),
    weekday: dates({ weekday: 'short' }),
    dayOfMonth: dates({ day: 'numeric' }),
    /** A day's month, in full with its year, in short, and as a letter. */
    month,
    shortMonth: dates({ month: 'short' }),
    monthLetter: dates({ month: 'narrow' }),
  };
};

/** A figure that stands large: where it finds no room it breaks between its words, and only then before a unit. */
export const breakable = (figure: string): Html =>
  joined(
    figure.split(' ').map((word) => html`<span>${joined(word.split(NBSP), html`${NBSP}<wbr>`)}</span>`),
    ' ',
  );

/** A language's words and its ways to write figures and dates. */
export type Locale = ReturnType<typeof createLocale>;

export const LOCALES: Record<Language, Locale> = mapFields(
  Object.keys(LANGUAGES) as Language[],
  createLocale,
);
