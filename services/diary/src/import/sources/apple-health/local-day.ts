/** The date of a local time in milliseconds. */
export const dayOfLocal = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** What the clock showed then, `HH:MM`. */
export const clockOfLocal = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
