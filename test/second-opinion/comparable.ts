import { BSON, type Document } from 'mongodb';

/** Digits in which a sum of decimals and one of binary fractions agree. */
const DIGITS = 12;

/**
 * A value as plain data, its members in the order of their names: dates, bytes and ids as text, decimals as numbers
 * (docs/decisions/second-opinion.md).
 */
export const comparable = (value: unknown): unknown => {
  const ordered = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(ordered);
    if (typeof part === 'number') return Number(part.toPrecision(DIGITS));
    if (typeof part !== 'object' || part === null) return part;
    if ('$numberDecimal' in part) return ordered(Number(part.$numberDecimal));
    const members = Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
  };
  return ordered(BSON.EJSON.serialize({ value }).value);
};

/** Documents or values in no order: what nobody sorted may come in any. */
export const asSet = (values: readonly unknown[]): string[] =>
  values.map((value) => JSON.stringify(comparable(value))).sort();

const valueAt = (document: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], document);

/** By what each document was sorted: those of equal values may come in any order. */
export const placesOf = (documents: readonly Document[], sort: Document = {}): unknown =>
  documents.map((document) => Object.keys(sort).map((path) => comparable(valueAt(document, path))));
