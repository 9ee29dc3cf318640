const DAY_MINUTES = 24 * 60;
const TURN = 2 * Math.PI;
/** Shorter than any mean direction that is more than noise. */
const NOWHERE = 1e-9;

const angleOf = (time: string): number =>
  ((Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) / DAY_MINUTES) * TURN;

const mean = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * The average of times of day `HH:MM` on the circle, to the minute: 23:50 and 00:10 make 00:00. It is the direction of the
 * mean of the times as points on the circle; null where there are none, or where they cancel out, as 06:00 and 18:00 do.
 */
export const averageClockTime = (times: readonly string[]): string | null => {
  if (times.length === 0) return null;
  const angles = times.map(angleOf);
  const [x, y] = [mean(angles.map(Math.cos)), mean(angles.map(Math.sin))];
  if (Math.hypot(x, y) < NOWHERE) return null;
  const minutes = (Math.atan2(y, x) / TURN) * DAY_MINUTES + DAY_MINUTES;
  // Half a minute is half a minute, whatever sine and cosine make of its last digits.
  const whole = Math.round(Number(minutes.toFixed(6))) % DAY_MINUTES;
  return `${twoDigits(Math.floor(whole / 60))}:${twoDigits(whole % 60)}`;
};
