const FIRST_DAY = '1900-01-01';

/** Year, month and day as a date, undefined where no calendar has it or nobody recorded anything. Two digits are of this century. */
export const readCalendarDay = (year: string, month: string, day: string): string | undefined => {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return undefined;
  return date >= FIRST_DAY ? date : undefined;
};
