import type { Frame, Said } from '../frame/frame.ts';
import {
  type AnyRecord,
  type DayRecords,
  type Entry,
  kindOf,
  recordsOf,
  type StoredRecords,
} from './stored-records.ts';

export type RecordTasks = ReturnType<typeof createRecordTasks>;

/**
 * What a person does to a record in a card (`C15.change`): each is a call with a condition and a key, its answer is taken in, the model is
 * told, and the way back is offered. `changed` is called after something was changed.
 */
export const createRecordTasks = (frame: Frame, stored: StoredRecords, changed = (): void => {}) => {
  const toldSaying = async (text: string, id: string, told: object, undo?: () => void): Promise<Said> => {
    const { cards } = frame.words();
    const isTold = await frame.tellModel(id, told);
    return {
      text: isTold ? text : `${text} ${cards.notTold}`,
      ways: undo ? [{ label: cards.undo, act: undo }] : [],
    };
  };

  /** Takes in what stands now; where it cannot be read, the card says that what it shows is older. */
  const readAgain = async ({ id, record }: Entry): Promise<string> => {
    const { cards } = frame.words();
    if (!record) return cards.conflictUnread;
    const { day, profile_id } = record;
    const outcome = await frame.read('get_day', { day, profile_id });
    const standing =
      outcome.is === 'answer' && recordsOf(outcome.data as DayRecords).find((one) => one.id === id);
    if (!standing) return cards.conflictUnread;
    stored.put(standing);
    return cards.conflict;
  };

  const refused =
    (entry: Entry) =>
    async ({ code }: { code: string | undefined }): Promise<Said | undefined> => {
      if (code === 'version_conflict' && entry.state === 'stored') return { text: await readAgain(entry) };
      if (code !== 'not_found') return undefined;
      stored.end(entry.id, 'gone');
      return { text: frame.words().cards.notFound };
    };

  /** A call that answers with the record. */
  const write = (
    entry: Entry,
    { tool, args, text, undoTo }: { tool: string; args: object; text: () => string; undoTo?: number },
  ): void => {
    const task = {
      tool,
      args: { id: entry.id, ...args },
      writes: true,
      keyed: true,
      take: (data: unknown): Promise<Said> => {
        const record = data as AnyRecord;
        stored.put(record);
        changed();
        const isNew = undoTo !== undefined && record.version > undoTo;
        const undo = isNew ? () => goBack(entry.id, undoTo) : undefined;
        return toldSaying(text(), record.id, { kind: kindOf(record), ...record }, undo);
      },
      refused: refused(entry),
    };
    void frame.perform(task);
  };

  const goBack = (id: string, version: number): void => {
    const entry = stored.of(id);
    if (!entry) return;
    const args = { version, if_version: entry.version };
    write(entry, { tool: 'restore_record', args, text: () => frame.words().cards.undone });
  };

  const putBack = (entry: Entry): void =>
    write(entry, { tool: 'restore_record', args: {}, text: () => frame.words().cards.backAgain });

  return {
    putBack,
    /** Corrects a meal: `correction` is what `update_meal` takes beside the id. */
    correct: (entry: Entry, correction: object): void =>
      write(entry, {
        tool: 'update_meal',
        args: { ...correction, if_version: entry.version },
        text: () => frame.words().cards.stored,
        undoTo: entry.version,
      }),
    remove: (entry: Entry): void => {
      const { id, record, version } = entry;
      if (!record) return;
      const kind = kindOf(record);
      const take = (): Promise<Said> => {
        // The second answer to one deletion counts no second version.
        if (stored.of(id)?.version === version) stored.end(id, 'deleted');
        changed();
        return toldSaying('', id, { kind, id, deleted: true });
      };
      const args = { kind, id, if_version: version };
      void frame.perform({
        tool: 'delete_record',
        args,
        writes: true,
        keyed: true,
        take,
        refused: refused(entry),
      });
    },
  };
};
