/** A meal item with only the required fields. */
export const item = { name: 'Apple', kcal: 52, protein_g: 0.3, carbs_g: 14, fat_g: 0.2 };

/** A meal with only the required fields. */
export const meal = { meal_type: 'snack', items: [item] };

/** A time zone with another date than UTC, now and for the next hour: those whose days begin first and last, alternately. */
export const zoneOfAnotherDay = (): string =>
  new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';

/** The local date and time in a time zone, `YYYY-MM-DD hh:mm:ss`. */
export const clockIn = (timeZone: string, at = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
