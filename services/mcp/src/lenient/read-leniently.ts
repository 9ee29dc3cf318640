import { codedText } from 'shared/contract/fields.ts';
import { requiredSchema } from 'shared/contract/input-schema.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { parseJsonText } from 'shared/http/json-body.ts';
import { pointer } from 'shared/http/validate.ts';
import { z } from 'zod';
import { CLIENT_ARGUMENTS } from './client-arguments.ts';
import { readDateTime } from './read-date-time.ts';

/** Where absence shows, deletes or keeps more, only a real null is absent. */
const ABSENCE_WIDENS = ['create_share_link', 'revoke_share_link', 'delete_record', 'restore_record'];

const NOTHING = ['', 'null', 'undefined'];

/** A number of JSON without an exponent. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

type Schema = z.core.$ZodType;
type Path = readonly (string | number)[];

/** Where a value stands: its place, whether within JSON text, which holds no further, and what is noted there. */
type Context = { at: Path; inText: boolean; absenceWidens: boolean; note: (at: Path) => void };

/** The arguments of a call as the strict ones that they mean, and pointers to what was read leniently or left out. */
export type Reading = { input: unknown; read: string[] };

/**
 * Reads the arguments of a call leniently (`C1.lenient`): what means one thing alone is made that; everything else stays as it is, to be
 * refused by validation (H31). `args` is text where the client sent all of them as text.
 */
export const readLeniently = (tool: Tool, args: unknown): Reading => {
  const read = new Set<string>();
  const inText = typeof args === 'string';
  const context: Context = {
    at: [],
    inText,
    absenceWidens: absenceWidens(tool),
    note: (at) => read.add(pointer('', [...at])),
  };
  if (inText) context.note([]);
  const given = inText ? readWhole(tool, args) : args;
  if (!isObject(given)) return { input: given, read: [...read] };
  const input = Object.fromEntries(
    Object.entries(given).filter(([name]) => {
      const isClients = Object.hasOwn(CLIENT_ARGUMENTS, name) && !Object.hasOwn(tool.input.shape, name);
      if (isClients) context.note([name]);
      return !isClients;
    }),
  );
  return { input: readFields(tool.input, input, context), read: [...read] };
};

/** All arguments of a call from one JSON text; undefined where it is neither an object nor empty, or may not be empty. */
export const readWhole = (tool: Tool, text: string): Record<string, unknown> | undefined => {
  if (text === '') return absenceWidens(tool) ? undefined : {};
  const value = fromJson(text);
  return isObject(value) ? value : undefined;
};

const absenceWidens = ({ name }: Tool): boolean => ABSENCE_WIDENS.includes(name);

const readFields = (schema: z.ZodObject, fields: Record<string, unknown>, context: Context) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (!Object.hasOwn(schema.shape, name)) return [[name, value]];
      const field: Schema = schema.shape[name];
      const inner = requiredSchema(field);
      const there = { ...context, at: [...context.at, name] };
      if (inner === field || context.absenceWidens || !isForNothing(inner, value))
        return [[name, readValue(inner, value, there)]];
      context.note(there.at);
      return [];
    }),
  );

/** Whether a value is what clients send for nothing, in a field that holds no such text. */
const isForNothing = (schema: Schema, value: unknown): boolean => {
  // `merge` that is absent replaces a whole day.
  if (schema instanceof z.ZodBoolean) return false;
  if (typeof value === 'string') return NOTHING.includes(value) && !holdsText(schema, value);
  const entry = schema instanceof z.ZodArray ? schema.element : schema;
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => each === 'null') &&
    !holdsText(entry, 'null')
  );
};

const isFreeText = (schema: Schema): schema is z.ZodString =>
  schema instanceof z.ZodString && codedText.get(schema) === undefined;

const holdsText = (schema: Schema, text: string): boolean =>
  isFreeText(schema) && schema.safeParse(text).success;

const readValue = (schema: Schema, value: unknown, context: Context): unknown => {
  const takesJson = schema instanceof z.ZodArray || schema instanceof z.ZodObject;
  if (typeof value === 'string' && takesJson && !context.inText) {
    const parsed = fromJson(value);
    if (!Array.isArray(parsed) && !isObject(parsed)) return value;
    return noted(value, readValue(schema, parsed, { ...context, inText: true }), context);
  }
  if (schema instanceof z.ZodArray) {
    const entry = requiredSchema(schema.element);
    const readEntries = (entries: unknown[]) =>
      entries.map((each, index) => readValue(entry, each, { ...context, at: [...context.at, index] }));
    if (Array.isArray(value)) return readEntries(value);
    if (isObject(value) && entry instanceof z.ZodObject) return noted(value, readEntries([value]), context);
  }
  if (schema instanceof z.ZodObject && isObject(value)) return readFields(schema, value, context);
  return noted(value, readSimple(schema, value), context);
};

/** Notes the place of what was made another value. */
const noted = (value: unknown, read: unknown, { note, at }: Context): unknown => {
  if (read !== value) note(at);
  return read;
};

/** Of a larger whole number the digits were lost, and 1e400 is none: its text would not be what was sent. */
const isWrittenInFull = (value: number): boolean => Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const readSimple = (schema: Schema, value: unknown): unknown => {
  if (typeof value === 'number' && isWrittenInFull(value) && isFreeText(schema)) return JSON.stringify(value);
  if (typeof value !== 'string') return value;
  if (schema instanceof z.ZodNumber && DECIMAL.test(value)) return Number(value);
  if (schema instanceof z.ZodEnum)
    return schema.options.find((option) => String(option).toLowerCase() === value.toLowerCase()) ?? value;
  return codedText.get(schema)?.is === 'date_time' ? readDateTime(value) : value;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a JSON text says; undefined where it is none, or one that a body would be refused for. */
const fromJson = (text: string): unknown => {
  try {
    return parseJsonText(text);
  } catch {
    return undefined;
  }
};
