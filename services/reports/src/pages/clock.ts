/** Hours since midnight of a time of day `HH:MM`. */
export const hourOf = (clock: string): number => Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60;

/** `HH:MM` of hours since midnight; those past it are the next day's. */
export const clockOf = (hours: number): string =>
  hoursAndMinutes(Math.round(hours * 60) % 1440).padStart(5, '0');

/** `7:05` of 425 whole minutes. */
export const hoursAndMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
