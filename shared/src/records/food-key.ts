/**
 * What names of one food have in common (`C3.top_foods`); names that look alike are alike, however they are encoded. Compared by
 * way of capitals, because letters can differ only as small ones: `Soße` and `SOSSE` are both `sosse`. A capital İ becomes an i
 * with a second dot, which goes.
 */
export const foodKey = (name: string): string =>
  name
    .normalize()
    .trim()
    .replace(/\s+/gu, ' ')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize();
