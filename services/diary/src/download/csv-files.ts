import type { Author } from 'shared/contract/fields.ts';
import { NUTRIENTS, TARGET_FIELDS } from 'shared/contract/measures.ts';
import { activity } from 'shared/contract/operations/activity.ts';
import { type Meal, mealItem } from 'shared/contract/operations/meals.ts';
import { profile } from 'shared/contract/operations/profiles.ts';
import { sleep } from 'shared/contract/operations/sleep.ts';
import { wellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import {
  exportedAccount,
  exportedConnection,
  exportedKeptLink,
  exportedSession,
  exportedShareLink,
} from 'shared/http/export-parts.ts';
import type { z } from 'zod';
import type { Everything } from './everything.ts';

type Row = Record<string, unknown>;

/** One file of the archive: a kind of thing, a thing a row. */
export type CsvFile = {
  name: string;
  columns: readonly string[];
  rows: (everything: Everything) => Iterable<Row> | AsyncIterable<Row>;
};

const fieldsOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape);

/** Who changed a record last takes two columns. */
const AUTHOR = { updated_by: ['updated_by', 'updated_by_client_name'] };

/** The columns of a kind of record: its fields but lists, which have files of their own. */
const columnsOf = (schema: z.ZodObject): string[] =>
  fieldsOf(schema).flatMap((field) => (AUTHOR as Record<string, string[]>)[field] ?? field);

/** Records as rows. */
async function* rowsOf<Presented extends { updated_by: Author | null }>(
  records: AsyncIterable<Presented>,
): AsyncGenerator<Row> {
  for await (const { updated_by, ...record } of records)
    yield { ...record, updated_by: updated_by?.by, updated_by_client_name: updated_by?.client_name };
}

/** What each row of a list inside a record says of that record: `idColumn` has its id. */
const columnsOfRecord = (idColumn: string): string[] => [idColumn, 'profile_id', 'day'];

/** The rows of the lists inside several records. */
async function* nestedRows<Stored extends { id: string; profile_id: string; day: string }>(
  records: AsyncIterable<Stored>,
  idColumn: string,
  itemsOf: (record: Stored) => readonly object[],
): AsyncGenerator<Row> {
  for await (const record of records) {
    const { id, profile_id, day } = record;
    for (const item of itemsOf(record)) yield { [idColumn]: id, profile_id, day, ...item };
  }
}

async function* withTotals(meals: AsyncIterable<Meal>) {
  for await (const { totals, ...meal } of meals) yield { ...totals, ...meal };
}

/** A record of any kind takes one column: its JSON. */
async function* endedAsJson({ versions }: Everything): AsyncGenerator<Row> {
  for await (const { by, ended, ...version } of versions())
    yield { ...version, by: by.by, by_client_name: by.client_name, ended: JSON.stringify(ended) };
}

/** The files of the archive (docs/download-format.md). */
export const CSV_FILES: readonly CsvFile[] = [
  {
    name: 'account',
    columns: fieldsOf(exportedAccount.omit({ consents: true, sessions: true })),
    rows: ({ account }) => [account],
  },
  {
    name: 'consents',
    columns: fieldsOf(exportedAccount.shape.consents.element),
    rows: ({ account }) => account.consents,
  },
  {
    name: 'sessions',
    columns: fieldsOf(exportedSession),
    rows: ({ account }) => account.sessions,
  },
  {
    name: 'assistants',
    columns: fieldsOf(exportedConnection),
    rows: ({ assistants }) =>
      assistants.map((assistant) => ({ ...assistant, scopes: assistant.scopes.join(' ') })),
  },
  {
    name: 'share_links',
    columns: fieldsOf(exportedShareLink),
    rows: ({ share_links }) => share_links.map((link) => ({ ...link, shows: link.shows.join(' ') })),
  },
  {
    name: 'kept_links',
    columns: fieldsOf(exportedKeptLink),
    rows: ({ kept_links }) => kept_links,
  },
  {
    name: 'profiles',
    columns: fieldsOf(profile),
    rows: ({ profiles }) => profiles,
  },
  {
    name: 'targets',
    columns: ['profile_id', ...TARGET_FIELDS],
    rows: ({ profiles }) =>
      profiles.flatMap(({ id, targets }) => (targets ? { profile_id: id, ...targets } : [])),
  },
  {
    name: 'meals',
    columns: [
      ...['id', 'version', 'profile_id', 'day', 'eaten_at', 'meal_type', 'description'],
      ...NUTRIENTS,
      ...['model', 'confidence', 'notes', 'client_name', ...AUTHOR.updated_by, 'copied_from'],
      ...['created_at', 'updated_at', 'import_id'],
    ],
    rows: ({ meals }) => rowsOf(withTotals(meals())),
  },
  {
    name: 'meal_items',
    columns: [...columnsOfRecord('meal_id'), ...fieldsOf(mealItem)],
    rows: ({ meals }) => nestedRows(meals(), 'meal_id', ({ items }) => items),
  },
  {
    name: 'activity',
    columns: [...columnsOf(activity.omit({ workouts: true })), 'import_id'],
    rows: (everything) => rowsOf(everything.activity()),
  },
  {
    name: 'workouts',
    columns: [...columnsOfRecord('activity_id'), ...fieldsOf(activity.shape.workouts.element)],
    rows: (everything) => nestedRows(everything.activity(), 'activity_id', ({ workouts }) => workouts),
  },
  {
    name: 'sleep',
    columns: [...columnsOf(sleep), 'import_id'],
    rows: (everything) => rowsOf(everything.sleep()),
  },
  {
    name: 'wellbeing',
    columns: [...columnsOf(wellbeingNote.omit({ statements: true, links: true })), 'import_id'],
    rows: ({ wellbeing }) => rowsOf(wellbeing()),
  },
  {
    name: 'wellbeing_statements',
    columns: [...columnsOfRecord('note_id'), ...fieldsOf(wellbeingNote.shape.statements.element)],
    rows: ({ wellbeing }) => nestedRows(wellbeing(), 'note_id', ({ statements }) => statements),
  },
  {
    name: 'wellbeing_links',
    columns: [...columnsOfRecord('note_id'), ...fieldsOf(wellbeingNote.shape.links.element)],
    rows: ({ wellbeing }) => nestedRows(wellbeing(), 'note_id', ({ links }) => links),
  },
  {
    name: 'versions',
    columns: [
      ...['at', 'kind', 'record_id', 'profile_id', 'day', 'action', 'version', 'by', 'by_client_name'],
      ...['title', 'ended'],
    ],
    rows: endedAsJson,
  },
  {
    name: 'call_log',
    columns: ['at', 'client_name', 'connection_id', 'operation', 'channel', 'status'],
    rows: ({ call_log }) => call_log(),
  },
];
