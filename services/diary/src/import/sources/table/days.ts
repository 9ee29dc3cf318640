import { readCalendarDay } from '../found/calendar-day.ts';

const SLASHED = /^(\d{1,2})[/](\d{1,2})[/](\d{4}|\d{2})(?=$|[ T,])/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[ T,])/;
const DAY_FIRST = /^(\d{1,2})[.-](\d{1,2})[.-](\d{4}|\d{2})\.?(?=$|[ T,])/;

/** Whether a date with slashes can only have its day first. */
export const isDayFirst = (written: string): boolean => Number(SLASHED.exec(written)?.[1] ?? 0) > 12;

/**
 * The day that is written (`2025-03-01`, `3/1/2025`, `01.03.2025`), undefined where that is none. With slashes the month is first, unless
 * `dayFirst` says otherwise.
 */
export const readDay = (written: string, dayFirst: boolean): string | undefined => {
  const [, y, m, d] = YEAR_FIRST.exec(written) ?? [];
  if (y && m && d) return readCalendarDay(y, m, d);
  const [, one, other, year] = SLASHED.exec(written) ?? [];
  if (one && other && year)
    return dayFirst ? readCalendarDay(year, other, one) : readCalendarDay(year, one, other);
  const [, day, month, of] = DAY_FIRST.exec(written) ?? [];
  return day && month && of ? readCalendarDay(of, month, day) : undefined;
};

const TIME = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*(?:([ap])\.?\s*m\.?)?$/i;

/** The clock time that is written (`7:45 AM`, `19:30`) as `HH:MM`, undefined where that is none. 24:00 is the last minute of its day. */
export const readTime = (written: string): string | undefined => {
  const [, hours = '', minutes = '', half] = TIME.exec(written.replace(/[\u00a0\u202f]/g, ' ').trim()) ?? [];
  if (!hours) return undefined;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  if (half && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  if (hour === 24 && minutes === '00') return '23:59';
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
};
