import { kindOfId } from 'shared/contract/kinds.ts';
import type { Frame } from '../frame/frame.ts';
import type { Refusal } from '../frame/outcome.ts';
import { type Said, Unread } from '../frame/tasks.ts';
import { readStanding, type Standing } from './standing.ts';
import type { AnyRecord, Entry, StoredRecords } from './stored-records.ts';

export type RecordTasks = ReturnType<typeof createRecordTasks>;

/** How long what a card knows is taken for what is stored; it costs a call to ask. */
const KNOWN_FOR_MS = 10 * 60_000;

/**
 * What a person does to a record in a card (`C15.change`): each is a call with a condition and a key, its answer is taken in, the model is
 * told, and the way back is offered. `changed` is called after something was changed.
 */
export const createRecordTasks = (frame: Frame, stored: StoredRecords, changed = (): void => {}) => {
  /** Tells the model what is known now: the answer that this follows may have come late. */
  const toldSaying = async (text: string, id: string, undo?: () => void): Promise<Said> => {
    const { cards } = frame.words();
    const { record, state } = stored.of(id) as Entry;
    const kind = kindOfId(id);
    const told = state === 'stored' ? { kind, ...record } : { kind, id, deleted: true };
    const isTold = await frame.tellModel(id, told);
    return {
      text: isTold ? text : `${text} ${cards.notTold}`,
      ways: undo ? [{ label: cards.undo, act: undo }] : [],
    };
  };

  /** Takes in what is stored now. Throws `Unread`. */
  const readNow = async (entry: Entry): Promise<Standing> => {
    const standing = await readStanding(frame.read, entry);
    if (standing.state === 'stored') stored.put(standing.record, Date.now());
    else stored.end(entry.id, standing.state, standing.version, Date.now());
    return standing;
  };

  const conflict = ({ state }: Standing): Said => {
    const { cards } = frame.words();
    return { text: state === 'stored' ? cards.conflict : cards.notFound };
  };

  /** Where what the card knows may be old it asks what is stored now, and changes nothing if that is something else (`C15.old`). */
  const before = (entry: Entry) => async (): Promise<Said | undefined> => {
    if (Date.now() - entry.knownAt < KNOWN_FOR_MS) return undefined;
    const now = await readNow(entry);
    const isSame = now.state === entry.state && now.version === (entry.version ?? now.version);
    return isSame && now.state !== 'gone' ? undefined : conflict(now);
  };

  /** What was changed meanwhile is shown; where it cannot be read, the card says that what it shows is older. */
  const refused =
    (entry: Entry) =>
    async ({ code }: Refusal): Promise<Said | undefined> => {
      if (code !== 'version_conflict' && code !== 'not_found') return undefined;
      try {
        return conflict(await readNow(entry));
      } catch (error) {
        if (error instanceof Unread) return { text: frame.words().cards.conflictUnread };
        throw error;
      }
    };

  type Change = {
    tool: string;
    args: object;
    take: (data: unknown) => Promise<Said>;
  };

  const change = (entry: Entry, { tool, args, take }: Change): void =>
    void frame.perform({
      tool,
      args: () => ({ id: entry.id, ...args, if_version: stored.of(entry.id)?.version }),
      writes: true,
      keyed: true,
      before: before(entry),
      take: (data) => {
        changed();
        return take(data);
      },
      refused: refused(entry),
    });

  /** A call that answers with the record; `undoTo` is the version that it can be undone to. */
  const write = (entry: Entry, tool: string, args: object, text: () => string, undoTo?: number): void =>
    change(entry, {
      tool,
      args,
      take: (data) => {
        const record = data as AnyRecord;
        stored.put(record, Date.now());
        const isNew = undoTo !== undefined && record.version > undoTo;
        const undo = isNew ? () => goBack(record.id, undoTo) : undefined;
        return toldSaying(text(), record.id, undo);
      },
    });

  const goBack = (id: string, version: number): void => {
    const entry = stored.of(id);
    if (entry) write(entry, 'restore_record', { version }, () => frame.words().cards.undone);
  };

  return {
    putBack: (entry: Entry): void => write(entry, 'restore_record', {}, () => frame.words().cards.backAgain),
    /** Corrects a meal: `correction` is what `update_meal` takes beside the id. */
    correct: (entry: Entry, correction: object): void =>
      write(entry, 'update_meal', correction, () => frame.words().cards.stored, entry.version),
    remove: (entry: Entry): void => {
      const { id, version } = entry;
      if (version === undefined) return;
      change(entry, {
        tool: 'delete_record',
        args: { kind: kindOfId(id) },
        take: () => {
          // A deletion is a version of its own; the second answer to one deletion counts no second.
          if (stored.of(id)?.version === version) stored.end(id, 'deleted', version + 1, Date.now());
          return toldSaying('', id);
        },
      });
    },
  };
};
