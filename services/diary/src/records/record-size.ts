import { BSON, type Document } from 'mongodb';

/** What JSON or a page writes as up to six characters: `\u0001`, `&#34;`. */
const ESCAPED = /[\p{Cc}"\\&<>']/gu;
const ADDED_BY_ESCAPING = 5;

/**
 * The bytes that a record counts for where it is limited how much is read at once: as it is stored, but each character that is
 * escaped in an answer or on a page as long as it can become there. Otherwise an answer could be ten times as large as the limit.
 */
export const recordSize = (record: Document): number =>
  BSON.calculateObjectSize(record) + ADDED_BY_ESCAPING * countEscaped(record);

const countEscaped = (value: unknown): number => {
  if (typeof value === 'string') return value.match(ESCAPED)?.length ?? 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((count: number, part) => count + countEscaped(part), 0);
};
