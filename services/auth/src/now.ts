/** The time, for everything that auth decides by it. */
export const now = (): Date => new Date();

/** The moment `seconds` after `date`; before it where negative. */
export const after = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
