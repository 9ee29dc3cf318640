import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Call, checkLinearizability } from './linearizability.ts';
import { type RecordInput, type RecordOutput, recordModel } from './record-model.ts';

/** A store that does what the model says by other means: one record in a variable, changed by one call after the other. */
const createStore = () => {
  const kept: { steps: number; deleted: boolean }[] = [];
  const answers = new Map<string, RecordOutput>();
  const shown = (): RecordOutput => {
    const { steps, deleted } = kept.at(-1) ?? { steps: 0, deleted: false };
    const record = { id: 'a', version: kept.length, content: { steps } };
    return { status: 200, record: deleted ? { ...record, deleted: true } : record };
  };
  const set = (steps: number): RecordOutput => {
    if (kept.at(-1)?.steps !== steps || kept.at(-1)?.deleted) kept.push({ steps, deleted: false });
    return shown();
  };
  const serve = (input: RecordInput): RecordOutput => {
    const current = kept.at(-1);
    if (!current) return input.op === 'create' ? set(Number(input.content.steps)) : { status: 404 };
    if (input.op === 'read') return shown();
    if (input.op === 'restore') {
      const old = input.version ?? kept.length - (current.deleted ? 0 : 1);
      return kept[old - 1] ? set(kept[old - 1]?.steps ?? 0) : { status: 404 };
    }
    if (current.deleted) return { status: 404 };
    if ('ifVersion' in input && input.ifVersion !== kept.length) return { status: 412 };
    if (input.op === 'correct') return set(current.steps * 2);
    kept.push({ steps: current.steps, deleted: true });
    return { status: 200 };
  };
  return (input: RecordInput): RecordOutput => {
    const key = 'key' in input ? input.key : undefined;
    const answer = (key && answers.get(key)) || serve(input);
    if (key && answer.status < 300) answers.set(key, answer);
    return answer;
  };
};

const id = 'a';
const version = fc.integer({ min: 1, max: 6 });
const input: fc.Arbitrary<RecordInput> = fc.oneof(
  fc.constant<RecordInput>({ op: 'read', id }),
  fc.constant<RecordInput>({ op: 'correct', id, change: { multiply: 2 } }),
  fc.constantFrom('k', 'l').map((key): RecordInput => ({ op: 'correct', id, change: { multiply: 2 }, key })),
  version.map((ifVersion): RecordInput => ({ op: 'correct', id, change: { multiply: 2 }, ifVersion })),
  fc.constant<RecordInput>({ op: 'delete', id }),
  fc.constant<RecordInput>({ op: 'restore', id }),
  version.map((old): RecordInput => ({ op: 'restore', id, version: old })),
);

const step = fc.record({
  input,
  /** How long before and after its moment a call begins and ends; the moments are 1 apart. */
  before: fc.double({ min: 0, max: 4, noNaN: true }),
  after: fc.double({ min: 0, max: 4, noNaN: true }),
  isAnswered: fc.boolean(),
});

/** A history that came about by one call after the other, of which the callers saw no more than that they overlap. */
const history = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  const serve = createStore();
  const created: RecordInput = { op: 'create', content: { steps: 1 } };
  const first = { input: created, begin: 0, answer: { output: serve(created), end: 1 } };
  const others = steps.map((one, index) => ({
    input: one.input,
    begin: index + 1 - one.before,
    answer: { output: serve(one.input), end: index + 1 + one.after },
    isAnswered: one.isAnswered,
  }));
  return { first, others };
});

const verdictOf = (calls: Call<RecordInput, RecordOutput>[]) =>
  checkLinearizability(recordModel, calls).verdict;

describe('the checker of histories that overlap at random', () => {
  test('accepts them, with all their answers and without some', () => {
    fc.assert(
      fc.property(history, ({ first, others }) => {
        expect(verdictOf([first, ...others])).toBe('linearizable');
        const seen = others.map(({ input, begin, answer, isAnswered }) =>
          isAnswered ? { input, begin, answer } : { input, begin },
        );
        expect(verdictOf([first, ...seen])).toBe('linearizable');
      }),
    );
  });

  test('refuses them when one answer tells what never was', () => {
    fc.assert(
      fc.property(
        history,
        fc.nat(),
        fc.constantFrom('version', 'content'),
        ({ first, others }, place, what) => {
          const calls: Call<RecordInput, RecordOutput>[] = [first, ...others];
          const shows = calls.filter(({ answer }) => answer?.output.record);
          const call = shows[place % shows.length];
          const record = call?.answer?.output.record;
          if (!call?.answer || !record) throw new Error('the creation shows a record');
          const wrong =
            what === 'version' ? { ...record, version: 100 } : { ...record, content: { steps: -1 } };
          const mutated = { ...call, answer: { ...call.answer, output: { status: 200, record: wrong } } };
          expect(verdictOf(calls.map((one) => (one === call ? mutated : one)))).toBe('wrong');
        },
      ),
    );
  });

  test('refuses a read of the version before, begun after the answer that told the newer one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 20 }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (count, spread) => {
          const serve = createStore();
          const created: RecordInput = { op: 'create', content: { steps: 1 } };
          const calls = [
            created,
            ...Array.from(
              { length: count },
              (): RecordInput => ({ op: 'correct', id, change: { multiply: 2 } }),
            ),
          ].map(
            (one, index): Call<RecordInput, RecordOutput> => ({
              input: one,
              begin: index - spread,
              answer: { output: serve(one), end: index + spread },
            }),
          );
          const read = (stale: number): Call<RecordInput, RecordOutput> => ({
            input: { op: 'read', id },
            begin: count + spread + 1,
            answer: {
              output: {
                status: 200,
                record: { id, version: count + 1 - stale, content: { steps: 2 ** (count - stale) } },
              },
              end: count + spread + 2,
            },
          });
          expect([verdictOf([...calls, read(0)]), verdictOf([...calls, read(1)])]).toEqual([
            'linearizable',
            'wrong',
          ]);
        },
      ),
    );
  });
});
