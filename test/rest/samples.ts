/** The least that a meal item needs. */
export const item = { name: 'Apple', kcal: 52, protein_g: 0.3, carbs_g: 14, fat_g: 0.2 };

/** The least that a meal needs. */
export const meal = { meal_type: 'snack', items: [item] };

/**
 * A zone in which it is another day than in UTC, and will be for the next hour: the places whose days begin first and last
 * take turns.
 */
export const zoneOfAnotherDay = (): string =>
  new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';

/** The date and time that a clock in the zone shows, `YYYY-MM-DD hh:mm:ss`. */
export const clockIn = (timeZone: string, at = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
