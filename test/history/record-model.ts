import type { Model } from './linearizability.ts';

/** What a record says: the energy of a meal's items by their ids, the figures of a day, the text of a note. */
export type Content = Readonly<Record<string, number | string>>;

/** A correction: what is set, what is taken out, and what every figure is multiplied by. */
export type Change = { set?: Content; remove?: readonly string[]; multiply?: number };

type Write = { key?: string; ifVersion?: number };

export type RecordInput =
  | ({ op: 'create'; content: Content } & Write)
  /** PUT of a day. */
  | ({ op: 'put'; content: Content } & Write)
  /** PATCH of a day, which begins a record where there is none. */
  | ({ op: 'merge'; change: Change } & Write)
  | ({ op: 'correct'; id: string; change: Change } & Write)
  | ({ op: 'delete'; id: string } & Write)
  | ({ op: 'restore'; id: string; version?: number } & Write)
  /** One record, also one that is deleted. */
  | { op: 'read'; id: string }
  /** What stands there. */
  | { op: 'show' };

export type ShownRecord = { id: string; version: number; content: Content; deleted?: true };
/** `status` is that of HTTP; `record` is `null` where nothing stands. */
export type RecordOutput = { status: number; record?: ShownRecord | null };

type Version = { content: Content; deleted?: true };
/** `at` is the place of the record among those of the state: its id may not be known. */
type Expected = { status: number; record?: ({ at: number; version: number } & Version) | null };

export type RecordState = {
  /** Of each record its versions, from 1 on, and its id, `null` until an answer tells it. */
  records: readonly { id: string | null; versions: readonly Version[] }[];
  /** What was answered to calls with a key (`C7.replay`). */
  answers: Readonly<Record<string, Expected>>;
};

type Records = RecordState['records'];

const inOrder = <Value>(object: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));

const isSame = (one: Content, other: Content): boolean =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

const changed = (content: Content, { set = {}, remove = [], multiply = 1 }: Change): Content =>
  inOrder(
    Object.fromEntries(
      Object.entries({ ...content, ...set })
        .filter(([name]) => !remove.includes(name))
        .map(([name, value]) => [name, typeof value === 'number' ? value * multiply : value]),
    ),
  );

const refused = (records: Records, status: number): [Records, Expected] => [records, { status }];

const currentOf = (records: Records, at: number) => records[at]?.versions.at(-1);

const shown = (records: Records, at: number): Expected => {
  const versions = records[at]?.versions ?? [];
  return { status: 200, record: { at, version: versions.length, ...(versions.at(-1) as Version) } };
};

const withVersion = (records: Records, at: number, version: Version): [Records, Expected] => {
  const next = records.map((record, place) =>
    place === at ? { ...record, versions: [...record.versions, version] } : record,
  );
  return [next, version.deleted ? { status: 200 } : shown(next, at)];
};

const created = (records: Records, content: Content): [Records, Expected] => {
  const next = [...records, { id: null, versions: [{ content: inOrder(content) }] }];
  return [next, shown(next, next.length - 1)];
};

/** A change that says what is stored makes no version (`C10.unchanged`). */
const replaced = (records: Records, at: number, content: Content): [Records, Expected] =>
  isSame(currentOf(records, at)?.content ?? {}, content)
    ? [records, shown(records, at)]
    : withVersion(records, at, { content: inOrder(content) });

const standingOf = (records: Records): number =>
  records.findIndex((_, at) => !currentOf(records, at)?.deleted);

/** Whether a condition on the version of this record holds (`C10.conditions`); with none standing it does not. */
const holds = (records: Records, at: number, { ifVersion }: Write): boolean =>
  ifVersion === undefined || (records[at]?.versions.length === ifVersion && !currentOf(records, at)?.deleted);

const restored = (
  records: Records,
  at: number,
  input: RecordInput & { op: 'restore' },
): [Records, Expected] => {
  const versions = records[at]?.versions ?? [];
  const isDeleted = versions.at(-1)?.deleted;
  const version = input.version ?? (isDeleted ? versions.length : versions.length - 1);
  if (input.ifVersion !== undefined && versions.length !== input.ifVersion) return refused(records, 412);
  const old = versions[version - 1];
  if (!old) return refused(records, 404);
  if (!isDeleted) return replaced(records, at, old.content);
  if (standingOf(records) >= 0) return refused(records, 412);
  return withVersion(records, at, { content: old.content });
};

/** What a call does; `at` is the place of the record with the call's id, -1 where there is none. */
const perform = (records: Records, input: RecordInput, at: number): [Records, Expected] => {
  const standing = standingOf(records);
  switch (input.op) {
    case 'create':
      // What a test creates is told apart by its text: the service has no rule against a second.
      return records.length > 0 ? refused(records, 500) : created(records, input.content);
    case 'put':
    case 'merge': {
      if (!holds(records, standing, input)) return refused(records, 412);
      const before = currentOf(records, standing)?.content ?? {};
      const content = input.op === 'put' ? input.content : changed(before, input.change);
      return standing < 0 ? created(records, content) : replaced(records, standing, content);
    }
    case 'correct':
    case 'delete': {
      const current = currentOf(records, at);
      if (!current || current.deleted) return refused(records, 404);
      if (!holds(records, at, input)) return refused(records, 412);
      return input.op === 'delete'
        ? withVersion(records, at, { content: current.content, deleted: true })
        : replaced(records, at, changed(current.content, input.change));
    }
    case 'restore':
      return at < 0 ? refused(records, 404) : restored(records, at, input);
    case 'read':
      return [records, at < 0 ? { status: 404 } : shown(records, at)];
    case 'show':
      return [records, standing < 0 ? { status: 200, record: null } : shown(records, standing)];
  }
};

/** The states in which the record at `at` has this id: one, or none where it has another or another has it. */
const identified = (state: RecordState, at: number, id: string): RecordState[] => {
  const own = state.records[at]?.id;
  if (own !== null) return own === id ? [state] : [];
  if (state.records.some((record) => record.id === id)) return [];
  const records = state.records.map((record, place) => (place === at ? { ...record, id } : record));
  return [{ ...state, records }];
};

/** The states after a call for which this was expected: where an answer tells an id that was not known, it is known from there on. */
const answeredAs = (
  state: RecordState,
  expected: Expected,
  output: RecordOutput | undefined,
): RecordState[] => {
  if (!output) return [state];
  if (expected.status !== output.status) return [];
  // What a refusal or a deletion says of the record is not compared.
  if (!expected.record || !output.record)
    return (expected.record ?? null) === (output.record ?? null) ? [state] : [];
  const { at, version, content, deleted } = expected.record;
  const { record } = output;
  const isAsExpected =
    version === record.version && deleted === record.deleted && isSame(content, record.content);
  return isAsExpected ? identified(state, at, record.id) : [];
};

/** The state with each place where the record with this id can be: those whose id is not known may have it. */
const placesOf = (state: RecordState, id: string): [RecordState, number][] => {
  const known = state.records.findIndex((record) => record.id === id);
  if (known >= 0) return [[state, known]];
  const possible = [...state.records.keys()].flatMap((at) =>
    identified(state, at, id).map((next): [RecordState, number] => [next, at]),
  );
  return [...possible, [state, -1]];
};

/**
 * The records that one thing has had, of which at most one stands: the activity day or sleep night of a date (which begins a new
 * record after a deletion), or the meal or note of one text (which has one record only).
 */
export const recordModel: Model<RecordState, RecordInput, RecordOutput> = {
  initial: { records: [], answers: {} },
  step: (state, input, output) => {
    const key = 'key' in input ? input.key : undefined;
    const first = key === undefined ? undefined : state.answers[key];
    if (first) return answeredAs(state, first, output);
    const places = 'id' in input ? placesOf(state, input.id) : ([[state, -1]] as [RecordState, number][]);
    return places.flatMap(([found, at]) => {
      const [records, expected] = perform(found.records, input, at);
      const isKept = key !== undefined && expected.status < 300;
      const answers = isKept ? inOrder({ ...found.answers, [key]: expected }) : found.answers;
      return answeredAs({ records, answers }, expected, output);
    });
  },
};
