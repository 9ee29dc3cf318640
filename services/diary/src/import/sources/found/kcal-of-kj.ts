/** The kilocalories of a kilojoule, by definition (`C14.units`). */
export const KCAL_OF_KJ = 1 / 4.184;
