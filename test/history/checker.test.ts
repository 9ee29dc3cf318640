import { describe, expect, test } from '@jest/globals';
import { type TokenInput, type TokenOutput, tokenModel } from './access-model.ts';
import { type DayInput, type DayOutput, dayModel } from './day-model.ts';
import { type Call, checkLinearizability, firstWrong, type Model } from './linearizability.ts';
import { type Content, type RecordInput, type RecordOutput, recordModel } from './record-model.ts';

/** A call from `begin` to `end`. */
const at = <Input, Output>(
  begin: number,
  end: number,
  input: Input,
  output: Output,
): Call<Input, Output> => ({
  input,
  begin,
  answer: { output, end },
});

/** A call of which nobody knows what became. */
const lost = <Input>(begin: number, input: Input): Call<Input, never> => ({ input, begin });

const verdictOf = <State, Input, Output>(
  model: Model<State, Input, Output>,
  history: Call<Input, Output>[],
) => checkLinearizability(model, history).verdict;

const shows = (version: number, content: Content, id = 'a'): RecordOutput => ({
  status: 200,
  record: { id, version, content },
});
const NOTHING: RecordOutput = { status: 200, record: null };
const put = (steps: number, more = {}): RecordInput => ({ op: 'put', content: { steps }, ...more });
const show: RecordInput = { op: 'show' };
const create = (content: Content, more = {}): RecordInput => ({ op: 'create', content, ...more });
const double = (more = {}): RecordInput => ({ op: 'correct', id: 'a', change: { multiply: 2 }, ...more });

type RecordCall = Call<RecordInput, RecordOutput>;
type Histories<C> = Record<string, C[]>;

const WRONG_RECORDS: Histories<RecordCall> = {
  'an acknowledged write is lost': [at(0, 1, put(1), shows(1, { steps: 1 })), at(2, 3, show, NOTHING)],
  'a later write is lost, and the earlier stands': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 3, put(2), shows(2, { steps: 2 })),
    at(4, 5, show, shows(1, { steps: 1 })),
  ],
  'a write is applied twice': [
    at(0, 1, create({ i1: 100 }), shows(1, { i1: 100 })),
    at(2, 3, double(), shows(2, { i1: 200 })),
    at(4, 5, show, shows(3, { i1: 400 })),
  ],
  'a write of which nobody knows is applied twice': [
    at(0, 1, create({ i1: 100 }), shows(1, { i1: 100 })),
    lost(2, double()),
    at(4, 5, show, shows(3, { i1: 400 })),
  ],
  'a repeat with its key is applied again': [
    at(0, 1, create({ i1: 100 }), shows(1, { i1: 100 })),
    at(2, 3, double({ key: 'k' }), shows(2, { i1: 200 })),
    at(4, 5, double({ key: 'k' }), shows(3, { i1: 400 })),
  ],
  'repeats with one key, the first without an answer, are applied twice': [
    at(0, 1, create({ i1: 100 }), shows(1, { i1: 100 })),
    lost(2, double({ key: 'k' })),
    at(4, 5, double({ key: 'k' }), shows(2, { i1: 200 })),
    at(6, 7, show, shows(3, { i1: 400 })),
  ],
  'a creation with its key makes two': [
    at(0, 1, create({ i1: 100 }, { key: 'k' }), shows(1, { i1: 100 }, 'a')),
    at(0, 2, create({ i1: 100 }, { key: 'k' }), shows(1, { i1: 100 }, 'b')),
  ],
  'a read is stale after an acknowledged write': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 5, put(2), shows(2, { steps: 2 })),
    at(6, 8, show, shows(1, { steps: 1 })),
    at(9, 10, show, shows(2, { steps: 2 })),
  ],
  'two reads of which the later sees less': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 9, put(2), shows(2, { steps: 2 })),
    at(3, 4, show, shows(2, { steps: 2 })),
    at(5, 6, show, shows(1, { steps: 1 })),
  ],
  'a correction is half-applied': [
    at(0, 1, create({ i1: 100, i2: 50 }), shows(1, { i1: 100, i2: 50 })),
    at(2, 9, double(), shows(2, { i1: 200, i2: 100 })),
    at(3, 4, show, shows(2, { i1: 200, i2: 50 })),
  ],
  'a version goes back': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 3, put(2), shows(2, { steps: 2 })),
    at(4, 5, put(3), shows(2, { steps: 3 })),
  ],
  'a version is skipped': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 3, put(2), shows(3, { steps: 2 })),
  ],
  'a change that says what is stored makes a version': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 3, put(1), shows(2, { steps: 1 })),
  ],
  'two changes on the condition of one version are both made': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 9, put(2, { ifVersion: 1 }), shows(2, { steps: 2 })),
    at(2, 9, put(3, { ifVersion: 1 }), shows(3, { steps: 3 })),
  ],
  'a PATCH forgets what another PATCH wrote': [
    at(0, 9, { op: 'merge', change: { set: { steps: 1 } } }, shows(1, { steps: 1 })),
    at(0, 9, { op: 'merge', change: { set: { minutes: 2 } } }, shows(2, { minutes: 2 })),
  ],
  'a deleted record stands': [
    at(0, 1, create({ i1: 100 }), shows(1, { i1: 100 })),
    at(2, 3, { op: 'delete', id: 'a' }, { status: 200 }),
    at(4, 5, show, shows(1, { i1: 100 })),
  ],
  'a deletion is answered twice': [
    at(0, 1, create({ i1: 100 }), shows(1, { i1: 100 })),
    at(2, 9, { op: 'delete', id: 'a' }, { status: 200 }),
    at(2, 9, { op: 'delete', id: 'a' }, { status: 200 }),
  ],
  'a restoration brings what never was': [
    at(0, 1, create({ i1: 100 }), shows(1, { i1: 100 })),
    at(2, 3, double(), shows(2, { i1: 200 })),
    at(4, 5, { op: 'restore', id: 'a', version: 1 }, shows(3, { i1: 200 })),
  ],
};

const RIGHT_RECORDS: Histories<RecordCall> = {
  'writes that overlap, in the order that their versions tell': [
    at(0, 9, put(1), shows(2, { steps: 1 })),
    at(1, 8, put(2), shows(1, { steps: 2 })),
    at(10, 11, show, shows(2, { steps: 1 })),
  ],
  'reads during a write see it or not': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 9, put(2), shows(2, { steps: 2 })),
    at(3, 7, show, shows(2, { steps: 2 })),
    at(4, 6, show, shows(1, { steps: 1 })),
  ],
  'a write of which nobody knows took effect late': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    lost(2, put(2)),
    at(4, 5, show, shows(1, { steps: 1 })),
    at(6, 7, show, shows(2, { steps: 2 })),
  ],
  'a write of which nobody knows never took effect': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    lost(2, put(2)),
    at(4, 5, put(3), shows(2, { steps: 3 })),
  ],
  'repeats with a key, the first without an answer': [
    lost(0, create({ i1: 100 }, { key: 'k' })),
    lost(2, create({ i1: 100 }, { key: 'k' })),
    at(4, 5, create({ i1: 100 }, { key: 'k' }), shows(1, { i1: 100 })),
    at(6, 7, double(), shows(2, { i1: 200 })),
    at(8, 9, create({ i1: 100 }, { key: 'k' }), shows(1, { i1: 100 })),
  ],
  'an id that a read tells before its creation is answered': [
    at(0, 9, create({ i1: 100 }), shows(1, { i1: 100 })),
    at(1, 2, show, shows(1, { i1: 100 })),
    at(3, 4, double(), shows(2, { i1: 200 })),
    at(5, 6, { op: 'delete', id: 'a' }, { status: 200 }),
    at(7, 8, { op: 'restore', id: 'a' }, shows(4, { i1: 200 })),
  ],
  'one of two changes on the condition of one version': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 9, put(2, { ifVersion: 1 }), { status: 412 }),
    at(2, 9, put(3, { ifVersion: 1 }), shows(2, { steps: 3 })),
  ],
  'a day that begins a new record after a deletion, and the old one, which cannot come back': [
    at(0, 1, put(1), shows(1, { steps: 1 })),
    at(2, 3, { op: 'delete', id: 'a' }, { status: 200 }),
    at(4, 5, { op: 'merge', change: { set: { steps: 2 } } }, shows(1, { steps: 2 }, 'b')),
    at(6, 7, { op: 'restore', id: 'a' }, { status: 412 }),
    at(
      8,
      9,
      { op: 'read', id: 'a' },
      {
        status: 200,
        record: { id: 'a', version: 2, content: { steps: 1 }, deleted: true },
      },
    ),
  ],
};

describe('the checker', () => {
  for (const [what, history] of Object.entries(WRONG_RECORDS))
    test(`finds that ${what}`, () => {
      expect(verdictOf(recordModel, history)).toBe('wrong');
    });
  for (const [what, history] of Object.entries(RIGHT_RECORDS))
    test(`accepts ${what}`, () => {
      expect(verdictOf(recordModel, history)).toBe('linearizable');
    });

  test('tells the shortest beginning that is wrong, and where the search came to an end', () => {
    const right = [at(0, 1, put(1), shows(1, { steps: 1 })), at(2, 5, put(2), shows(2, { steps: 2 }))];
    const stale = at(6, 8, show, shows(1, { steps: 1 }));
    const history = [...right, stale, at(7, 12, put(3), shows(3, { steps: 3 })), at(9, 10, show, NOTHING)];
    const shortest = firstWrong(recordModel, history);
    expect(shortest).toEqual([...right, stale, lost(7, put(3))]);
    expect(checkLinearizability(recordModel, shortest)).toMatchObject({
      order: [...right, lost(7, put(3))],
      stuck: [stale],
    });
  });

  test('says that it is undecided where there are too many orders', () => {
    const unknown = Array.from({ length: 12 }, (_, index) => lost(0, put(index)));
    const history = [...unknown, at(1, 2, show, shows(12, { steps: 99 }))];
    expect(checkLinearizability(recordModel, history, 1000).verdict).toBe('undecided');
  });

  test('tries each set of calls with a state once', () => {
    // In 10! orders, of which the last write alone matters.
    const writes = Array.from({ length: 10 }, (_, index) =>
      at<{ set?: number }, number>(0, 10, { set: index }, 0),
    );
    const register: Model<number, { set?: number }, number> = {
      initial: -1,
      step: (state, { set }, output) => (set !== undefined ? [set] : output === state ? [state] : []),
    };
    const result = checkLinearizability(register, [...writes, at(11, 12, {}, 99)]);
    expect(result).toMatchObject({ verdict: 'wrong' });
    expect(result.tried).toBeLessThanOrEqual(2 ** 10 * 10);
  });
});

type DayCall = Call<DayInput, DayOutput | RecordOutput>;
const member = (name: string, input: RecordInput): DayInput => ({ op: 'member', name, input });
const DAY: DayInput = { op: 'day' };
const SOUP = at(0, 1, member('soup', create({ i1: 100 })), shows(1, { i1: 100 }));
const standing = (name: string, version: number, content: Content, id = 'a') => ({
  name,
  record: { id, version, content },
});
const soup = standing('soup', 1, { i1: 100 });
const BREAD = at(2, 8, member('bread', create({ i1: 50 })), shows(1, { i1: 50 }, 'b'));
const bread = standing('bread', 1, { i1: 50 }, 'b');
const DOUBLE_SOUP = at(2, 8, member('soup', double()), shows(2, { i1: 200 }));

const WRONG_DAYS: Histories<DayCall> = {
  'a meal is seen twice': [
    SOUP,
    at(2, 3, DAY, { members: [soup, { ...soup, record: { ...soup.record, id: 'c' } }] }),
  ],
  'a meal is not seen': [SOUP, at(2, 3, DAY, { members: [] })],
  'a meal is seen that nobody recorded': [SOUP, at(2, 3, DAY, { members: [soup, bread] })],
  'a total fits no moment': [SOUP, BREAD, DOUBLE_SOUP, at(3, 4, DAY, { kcal: 151 })],
  'two totals need two orders of the same changes': [
    SOUP,
    BREAD,
    at(9, 10, member('soup', double()), shows(2, { i1: 200 })),
    at(9, 12, member('bread', { op: 'delete', id: 'b' }), { status: 200 }),
    at(9, 10, DAY, { kcal: 250 }),
    at(9, 10, DAY, { kcal: 100 }),
  ],
  'a total does not count a meal': [SOUP, BREAD, at(9, 10, DAY, { kcal: 150, meals: 1 })],
  'a day shows the later change without the earlier': [
    SOUP,
    at(2, 3, member('bread', create({ i1: 50 })), shows(1, { i1: 50 }, 'b')),
    at(4, 9, member('soup', double()), shows(2, { i1: 200 })),
    at(4, 9, DAY, { members: [standing('soup', 2, { i1: 200 })] }),
  ],
};

const RIGHT_DAYS: Histories<DayCall> = {
  'a day before, between and after two changes': [
    SOUP,
    BREAD,
    DOUBLE_SOUP,
    at(3, 7, DAY, { members: [soup, bread], kcal: 150, meals: 2 }),
    at(3, 4, DAY, { kcal: 100 }),
    at(9, 10, DAY, { kcal: 250, meals: 2 }),
  ],
  'a day with a note, and a meal of which nobody knows': [
    lost(0, member('soup', create({ i1: 100 }))),
    at(0, 1, member('note', create({ text: 'Fine' })), shows(1, { text: 'Fine' }, 'n')),
    at(2, 3, DAY, { members: [standing('note', 1, { text: 'Fine' }, 'n')], kcal: null, meals: 0 }),
    at(4, 5, DAY, { members: [soup, standing('note', 1, { text: 'Fine' }, 'n')], kcal: 100 }),
    at(6, 7, member('soup', double()), shows(2, { i1: 200 })),
  ],
};

describe('the checker of days', () => {
  for (const [what, history] of Object.entries(WRONG_DAYS))
    test(`finds that ${what}`, () => {
      expect(verdictOf(dayModel, history)).toBe('wrong');
    });
  for (const [what, history] of Object.entries(RIGHT_DAYS))
    test(`accepts ${what}`, () => {
      expect(verdictOf(dayModel, history)).toBe('linearizable');
    });
});

describe('the checker of tokens', () => {
  const use = (begin: number, end: number, status: number) =>
    at<TokenInput, TokenOutput>(begin, end, { op: 'use' }, { status });
  const revoke = (begin: number, end: number) =>
    at<TokenInput, TokenOutput>(begin, end, { op: 'revoke' }, { status: 200 });

  test('finds a token that is served after its revocation', () => {
    expect(verdictOf(tokenModel, [use(0, 1, 200), revoke(2, 3), use(4, 5, 200)])).toBe('wrong');
  });
  test('finds a token that is refused without, or before, its revocation', () => {
    expect(verdictOf(tokenModel, [use(0, 1, 401)])).toBe('wrong');
    expect(verdictOf(tokenModel, [use(0, 1, 401), revoke(2, 3)])).toBe('wrong');
  });
  test('finds a token that is served again', () => {
    expect(verdictOf(tokenModel, [revoke(0, 9), use(1, 2, 401), use(3, 4, 200)])).toBe('wrong');
  });
  test('accepts either answer during a revocation, and after one of which nobody knows', () => {
    expect(verdictOf(tokenModel, [revoke(0, 9), use(1, 5, 401), use(1, 2, 200), use(10, 11, 401)])).toBe(
      'linearizable',
    );
    const unknown = lost<TokenInput>(0, { op: 'revoke' });
    expect(verdictOf(tokenModel, [unknown, use(1, 2, 200), use(3, 4, 401)])).toBe('linearizable');
  });
});
