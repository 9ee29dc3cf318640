import { codedText, type Language } from 'shared/contract/fields.ts';
import type { RecordKind } from 'shared/contract/kinds.ts';
import { MEASURES, type Measure } from 'shared/contract/measures.ts';
import { activityCorrection } from 'shared/contract/operations/activity.ts';
import { mealCorrection } from 'shared/contract/operations/meal-correction.ts';
import { sleepCorrection } from 'shared/contract/operations/sleep.ts';
import { wellbeingCorrection } from 'shared/contract/operations/wellbeing.ts';
import { formatDay } from 'shared/pages/figures/format.ts';
import { measureLabel } from 'shared/pages/figures/measure-label.ts';
import { writeNumber } from 'shared/pages/form/written-number.ts';
import { type AnyRecord, presentRecord } from 'shared/records/any-record.ts';
import type { RecordPageWords } from 'shared/words/en/record-page.ts';
import { wordsIn } from 'shared/words/words.ts';
import { z } from 'zod';

/** What a correction of each kind can say: the form of a record is made of it. */
export const CORRECTIONS: Record<RecordKind, z.ZodObject> = {
  meal: mealCorrection,
  activity: activityCorrection,
  sleep: sleepCorrection,
  wellbeing: wellbeingCorrection,
};

export type Control = 'date_time' | 'clock_time' | 'number' | 'choice' | 'line' | 'text';

/** A field of the contract in a form. */
type RecordField = {
  field: string;
  control: Control;
  required: boolean;
  /** The choices, where it is one. */
  options: readonly string[];
  /** The most characters of a text. */
  most: number | undefined;
};

type ListName = keyof RecordPageWords['lists'];
type RecordList = { list: ListName; fields: RecordField[] };

/** What a correction says of how it corrects, and not of the record. */
const NOT_OF_THE_RECORD = ['id', 'multiply', 'clear', 'add_items', 'remove_items', 'add_workouts'];

/** A text that may be longer has several lines. */
const LINE_CHARACTERS = 200;

const baseOf = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? baseOf(schema.unwrap()) : schema;

const mostOf = (schema: z.core.$ZodType): number | undefined => {
  const most = z.globalRegistry.get(schema)?.maxLength;
  return typeof most === 'number' ? most : undefined;
};

const controlOf = (schema: z.core.$ZodType): Control => {
  const coded = codedText.get(schema)?.is;
  if (coded === 'date_time' || coded === 'clock_time') return coded;
  if (schema instanceof z.ZodEnum) return 'choice';
  if (schema instanceof z.ZodNumber) return 'number';
  return (mostOf(schema) ?? 0) > LINE_CHARACTERS ? 'text' : 'line';
};

/** The names that `clear` takes, where a schema has it. */
const clearable = ({ shape }: z.ZodObject): readonly string[] | undefined => {
  const clear = shape.clear && baseOf(shape.clear);
  return clear instanceof z.ZodArray ? (clear.element as z.ZodEnum).options.map(String) : undefined;
};

const fieldsOf = (schema: z.ZodObject): RecordField[] => {
  const emptied = clearable(schema);
  return Object.entries(schema.shape).flatMap(([field, of]) => {
    const base = baseOf(of);
    if (NOT_OF_THE_RECORD.includes(field) || base instanceof z.ZodArray) return [];
    return {
      field,
      control: controlOf(base),
      required: emptied ? !emptied.includes(field) : base === of,
      options: base instanceof z.ZodEnum ? base.options.map(String) : [],
      most: mostOf(base),
    };
  });
};

const listsOf = (schema: z.ZodObject): RecordList[] =>
  Object.entries(schema.shape).flatMap(([list, of]) => {
    const base = baseOf(of);
    const element = base instanceof z.ZodArray && base.element;
    if (NOT_OF_THE_RECORD.includes(list) || !(element instanceof z.ZodObject)) return [];
    return { list: list as ListName, fields: fieldsOf(element) };
  });

/** A field of a record in its form, and what it says there. */
export type Entry = RecordField & { name: string; value: string };

/** One of a list: an item, a workout, … `key` is its id or else its place, and `new` for one that is to be added. */
export type EntryRow = { list: ListName; key: string; entries: Entry[]; stated: Record<string, unknown> };

export type RecordEntries = { own: Entry[]; rows: EntryRow[] };

export const NEW = 'new';

/** What is written in a form's field, line ends as `\n`; of a single line the browser takes out what ends it. */
export const written = (control: Control, value: string): string => {
  const lines = value.replace(/\r\n?/g, '\n');
  return control === 'text' ? lines : lines.replaceAll('\n', '');
};

/** What the form of a record says. Times are of the place where the person was, to the minute. */
export const recordEntries = (language: Language, { kind, record }: AnyRecord): RecordEntries => {
  const schema = CORRECTIONS[kind];
  const write = ({ control }: RecordField, value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (control === 'date_time' && 'clock_time' in record) return `${record.day}T${record.clock_time}`;
    return typeof value === 'number' ? writeNumber(language, value) : written(control, String(value));
  };
  const shown = presentRecord(kind, record as never) as Record<string, unknown>;
  return {
    own: fieldsOf(schema).map((field) => ({
      ...field,
      name: field.field,
      value: write(field, shown[field.field]),
    })),
    rows: listsOf(schema).flatMap(({ list, fields }) => {
      const all = shown[list] as Record<string, unknown>[];
      const rows = all.map((stated, index) => [String(stated.id ?? index + 1), stated] as const);
      return [...rows, [NEW, {}] as const].map(([key, stated]) => ({
        list,
        key,
        stated,
        entries: fields.map((field) => ({
          ...field,
          name: `${field.field}-${key}`,
          value: write(field, stated[field.field]),
        })),
      }));
    }),
  };
};

/** The name of the box by which one of a list is left out. */
export const removalName = ({ list, key }: EntryRow): string => `remove_${list}-${key}`;

/** What one of a list is called: by its first words. */
export const rowTitle = (language: Language, { list, key, entries }: EntryRow): string => {
  const words = wordsIn(language).recordPage;
  const text = entries.find(({ control, value }) => ['line', 'text'].includes(control) && value !== '');
  return key === NEW ? words.add[list] : (text?.value ?? words.lists[list]);
};

export const fieldLabel = (language: Language, field: string): string => {
  const { fields } = wordsIn(language).recordPage;
  return field in fields
    ? fields[field as keyof typeof fields]
    : measureLabel(language, (field in MEASURES ? field : 'kcal') as Measure);
};

/** What an entry says, in words. */
export const entryText = (language: Language, { field, control, value }: Entry): string => {
  const { mealTypes, kinds } = wordsIn(language).report;
  if (control === 'choice')
    return { ...kinds, ...(field === 'meal_type' && mealTypes) }[value as keyof typeof kinds] ?? value;
  if (control !== 'date_time' || value === '') return value;
  const [day = '', clock] = value.split('T');
  return `${formatDay(language, day)}, ${clock}`;
};
