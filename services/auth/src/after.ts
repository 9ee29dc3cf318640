/** The moment `seconds` after `date`; before it where negative. */
export const after = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
