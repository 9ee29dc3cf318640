type KindRow = {
  /** Its collection, which is also what paths and the download call it. */
  collection: string;
  /** What its ids begin with, before the `_`. */
  idPrefix: string;
  /** How many of it a day can have: one that is set, or any number that are added. */
  perDay: 'one' | 'many';
};

/** Every kind of record, as the tool `delete_record` calls it. */
export const KINDS = {
  meal: { collection: 'meals', idPrefix: 'meal', perDay: 'many' },
  activity: { collection: 'activity', idPrefix: 'act', perDay: 'one' },
  sleep: { collection: 'sleep', idPrefix: 'slp', perDay: 'one' },
  wellbeing: { collection: 'wellbeing', idPrefix: 'note', perDay: 'many' },
} as const satisfies Record<string, KindRow>;

export type RecordKind = keyof typeof KINDS;
export const RECORD_KINDS = Object.keys(KINDS) as RecordKind[];

/** The kinds of which a day has so many. */
export type KindPerDay<PerDay extends KindRow['perDay']> = {
  [Kind in RecordKind]: (typeof KINDS)[Kind]['perDay'] extends PerDay ? Kind : never;
}[RecordKind];

/** The kind of the record that an id belongs to; undefined for an id of anything else. */
export const kindOfId = (id: string): RecordKind | undefined =>
  RECORD_KINDS.find((kind) => id.startsWith(`${KINDS[kind].idPrefix}_`));

/** What a change did with a record; `replaced` by a PUT, `updated` by a correction, `taken_back` with its import. */
export const CHANGE_ACTIONS = ['updated', 'replaced', 'deleted', 'restored', 'taken_back'] as const;
export type ChangeAction = (typeof CHANGE_ACTIONS)[number];

/** Whether a change left no record: what it made is a version with the content that it ended. */
export const isDeletion = (action: string): action is 'deleted' | 'taken_back' =>
  action === 'deleted' || action === 'taken_back';

/** The collection of a kind. */
export type CollectionOf<Kind extends RecordKind> = (typeof KINDS)[Kind]['collection'];
export const RECORD_COLLECTIONS = RECORD_KINDS.map((kind) => KINDS[kind].collection);
export type RecordCollection = (typeof RECORD_COLLECTIONS)[number];

/** What a shared report can show: the records of each kind, and the person's targets. */
export type ShownKind = RecordCollection | 'targets';
export const SHOWN_KINDS: readonly ShownKind[] = [...RECORD_COLLECTIONS, 'targets'];

/** Whether an id of ours is that of a record of this kind. */
export const isIdOf = (kind: RecordKind, id: string): boolean => id.startsWith(`${KINDS[kind].idPrefix}_`);
