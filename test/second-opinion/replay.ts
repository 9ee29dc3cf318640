import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'mongodb';
import { asSet, comparable, placesOf } from './comparable.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import type { Recorded } from './recording-hop.ts';

/** Where the two differ. */
export type Difference = { command: Document; database: unknown; mingo: unknown };

/** What a cursor gave in all its batches, by the command that opened it; undefined where it was not read to its end. */
const wholeAnswers = (recorded: readonly Recorded[]): Map<Recorded, Document[] | undefined> => {
  const answers = new Map<Recorded, Document[] | undefined>();
  const open = new Map<string, { opened: Recorded; documents: Document[] }>();
  for (const one of recorded) {
    const { cursor } = one.reply;
    if (!cursor) continue;
    const { opened, documents } = open.get(`${one.command.getMore}`) ?? { opened: one, documents: [] };
    documents.push(...(cursor.firstBatch ?? cursor.nextBatch));
    const isOver = `${cursor.id}` === '0';
    answers.set(opened, isOver ? documents : undefined);
    open.set(`${cursor.id}`, { opened, documents });
  }
  return answers;
};

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Does a command on collections in memory, and returns what the database answers in the fields that are compared. */
const perform = (store: MemoryStore, command: Document): Document => {
  const [name = '', collection] = Object.entries(command)[0] ?? [];
  switch (name) {
    case 'insert':
      return { n: store.insert(collection, command.documents) };
    case 'delete':
      return { n: sumOf(command.deletes.map((each: Document) => store.remove(collection, each))) };
    case 'update': {
      const done: Document[] = command.updates.map((each: Document) => store.update(collection, each));
      return { n: sumOf(done.map(({ n }) => n)), nModified: sumOf(done.map(({ nModified }) => nModified)) };
    }
    case 'findAndModify':
      return { value: store.findAndModify(collection, command) };
    case 'find':
      return { found: store.find(collection, command) };
    case 'aggregate':
      return { found: store.aggregate(collection, command.pipeline) };
    case 'distinct':
      return { values: store.distinct(collection, command) };
    default:
      throw new Error(`nothing replays the command ${name}`);
  }
};

const sortOf = ({ sort, pipeline }: Document): Document | undefined => sort ?? pipeline?.at(-1)?.$sort;

/**
 * Does what was recorded once more, in the same order, on collections in memory. Returns where mingo says something else than the
 * database, the errors of the database, and what the collections hold in the end.
 */
export const replay = (
  recorded: readonly Recorded[],
): { differences: Difference[]; errors: Document[]; collections: Map<string, Document[]> } => {
  const store = createMemoryStore(() => []);
  const answers = wholeAnswers(recorded);
  /** What a transaction sees, and what it does. */
  const open = new Map<string, { sees: MemoryStore; does: Document[] }>();
  const differences: Difference[] = [];
  const errors: Document[] = [];

  const compare = (one: Recorded, mingo: Document): void => {
    const { command, reply } = one;
    const found = answers.get(one);
    if ('found' in mingo && !found) return;
    const database = found
      ? { found }
      : Object.fromEntries(Object.keys(mingo).map((name) => [name, reply[name]]));
    const view = (answer: Document) => {
      if (answer.found) return [asSet(answer.found), placesOf(answer.found, sortOf(command))];
      return answer.values ? asSet(answer.values) : comparable(answer);
    };
    if (!isDeepStrictEqual(view(database), view(mingo))) differences.push({ command, database, mingo });
  };

  for (const one of recorded) {
    const { command, reply, transaction = '' } = one;
    const refused: Document[] = reply.ok ? (reply.writeErrors ?? []) : [reply];
    errors.push(...refused);
    // Nothing of it was done: the product sends no list of statements of which one may be refused.
    if (refused.length > 0 || command.getMore) continue;
    if (command.commitTransaction) for (const step of open.get(transaction)?.does ?? []) perform(store, step);
    if (command.commitTransaction || command.abortTransaction) open.delete(transaction);
    else if (transaction) {
      const { sees, does } = open.get(transaction) ?? { sees: createMemoryStore(store.all), does: [] };
      open.set(transaction, { sees, does: [...does, command] });
      compare(one, perform(sees, command));
    } else compare(one, perform(store, command));
  }
  return { differences, errors, collections: store.collections };
};
