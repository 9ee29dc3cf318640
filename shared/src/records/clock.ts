/** Hours since midnight of a time of day `HH:MM`. */
export const hourOf = (clock: string): number => Number(clock.slice(0, 2)) + Number(clock.slice(3, 5)) / 60;

/**
 * `HH:MM` of hours since midnight; those past 24 are the next day's. Half a minute stays half a minute, whatever rounding
 * errors sine and cosine left.
 */
export const clockOf = (hours: number): string =>
  hoursAndMinutes(Math.round(Number((hours * 60).toFixed(6))) % 1440).padStart(5, '0');

/** Minutes from one time of day to the next that reads like the other, 1 to 1440. */
export const minutesBetween = (from: string, to: string): number => {
  const minutes = Math.round((hourOf(to) - hourOf(from)) * 60);
  return minutes > 0 ? minutes : minutes + 1440;
};

/** `7:05` of 425 whole minutes. */
export const hoursAndMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const HOUR_ANGLE = (2 * Math.PI) / 24;
/** Shorter than any mean direction that is more than noise. */
const NOWHERE = 1e-9;

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;

/**
 * The average of times of day `HH:MM` on the circle, to the minute: 23:50 and 00:10 make 00:00. It is the direction of the
 * mean of the times as points on the circle; null where there are none, or where they cancel out, as 06:00 and 18:00 do.
 */
export const averageClockTime = (times: readonly string[]): string | null => {
  if (times.length === 0) return null;
  const angles = times.map((time) => hourOf(time) * HOUR_ANGLE);
  const [x, y] = [mean(angles.map(Math.cos)), mean(angles.map(Math.sin))];
  if (Math.hypot(x, y) < NOWHERE) return null;
  return clockOf(Math.atan2(y, x) / HOUR_ANGLE + 24);
};
