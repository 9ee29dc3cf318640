import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { codedText } from 'shared/contract/fields.ts';
import { requiredSchema } from 'shared/contract/input-schema.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { findTool, TOOLS } from 'shared/documents/tools.ts';
import { z } from 'zod';
import { CLIENT_ARGUMENTS } from '../../services/mcp/src/lenient/client-arguments.ts';
import { readLeniently } from '../../services/mcp/src/lenient/read-leniently.ts';
import { item, meal } from '../rest/samples.ts';
import { proves } from '../support/proves.ts';

type Schema = z.core.$ZodType;
type Json = fc.JsonValue;

const toolNamed = (name: string): Tool => {
  const tool = findTool(name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
};

/** What a tool makes of arguments, and what it says of how it read them. */
const readBy = (name: string, args: unknown) => {
  const tool = toolNamed(name);
  const { input, read } = readLeniently(tool, args);
  const { success, data } = tool.input.safeParse(input);
  return { input: success ? data : 'refused', read };
};
const inMeal = (fields: object) => ({ ...meal, items: [{ ...item, ...fields }] });

/** Texts that look like something else: a text field keeps each of them. */
const TEMPTING = [
  '7',
  '-0.5',
  'null',
  'undefined',
  '[]',
  '["null"]',
  '{"a":1}',
  'LUNCH',
  '2026-10-04 12:00Z',
];

/** Strict values of a schema, undefined for an optional field that is left out. */
const strictOf = (schema: Schema): fc.Arbitrary<unknown> => {
  const inner = requiredSchema(schema);
  if (inner !== schema) return fc.option(strictOf(inner), { nil: undefined });
  if (inner instanceof z.ZodObject)
    return fc
      .record(Object.fromEntries(Object.entries(inner.shape).map(([name, field]) => [name, strictOf(field)])))
      .map((value) => JSON.parse(JSON.stringify(value)));
  if (inner instanceof z.ZodArray) return fc.array(strictOf(inner.element), { minLength: 1, maxLength: 3 });
  if (inner instanceof z.ZodEnum) return fc.constantFrom(...inner.options);
  if (inner instanceof z.ZodBoolean) return fc.boolean();
  if (inner instanceof z.ZodNumber)
    return fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constant(0.25)).filter(fits(inner));
  // None of ours is "null".
  if (isOneOf(inner, 'id', 'key', 'cursor')) return fc.constantFrom('prof_1', '7', '[]');
  return fc
    .oneof(
      fc.constantFrom(...TEMPTING),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('2026-10-04', '2026-10-04T13:05:00+02:00', '2026-10-04T12:00:00Z', '23:40', 'es'),
    )
    .filter(fits(inner));
};
const isOneOf = (schema: Schema, ...kinds: string[]) => kinds.includes(codedText.get(schema)?.is ?? '');
const fits = (schema: Schema) => (value: unknown) => z.safeParse(schema, value).success;

/** The same value as some client would write it; JSON text, where it is not within one. */
const writtenOtherwise = (schema: Schema, value: unknown, inText: boolean): fc.Arbitrary<unknown> => {
  const inner = requiredSchema(schema);
  const asText = (written: unknown) => (inText ? [] : [fc.constant(JSON.stringify(written))]);
  if (typeof value === 'number') return fc.constantFrom<unknown>(value, JSON.stringify(value));
  if (inner instanceof z.ZodEnum) return fc.constantFrom(value, String(value).toUpperCase());
  if (typeof value === 'string' && isOneOf(inner, 'date_time'))
    return fc.constantFrom(
      value,
      value.replace('T', ' '),
      value.replace('T', 't').replace('Z', 'z'),
      value.replace('+02:00', '+0200'),
      value.replace('+02:00', '+02'),
      value.replace('+02:00', '+02:00[Europe/Madrid]'),
    );
  if (typeof value === 'string' && !codedText.get(inner) && DECIMAL.test(value))
    return fc.constantFrom<unknown>(value, Number(value));
  if (Array.isArray(value) && inner instanceof z.ZodArray) {
    const entries = fc.tuple(...value.map((entry) => writtenOtherwise(inner.element, entry, inText)));
    const isOne = value.length === 1 && requiredSchema(inner.element) instanceof z.ZodObject;
    return fc.oneof(
      entries,
      ...asText(value),
      ...(isOne ? [writtenOtherwise(inner.element, value[0], inText)] : []),
    );
  }
  if (typeof value === 'object' && value !== null && inner instanceof z.ZodObject) {
    const fields = Object.entries(value).map(([name, each]) =>
      writtenOtherwise(inner.shape[name], each, inText).map((written): [string, unknown] => [name, written]),
    );
    return fc.oneof(fc.tuple(...fields).map(Object.fromEntries), ...asText(value));
  }
  return fc.constant(value);
};
/** Texts that a number is written as, and back. */
const DECIMAL = /^(0|-?[1-9]\d{0,14})$/;

const anyCall = fc
  .constantFrom(...TOOLS)
  .chain(({ name, input }) => fc.tuple(fc.constant(name), strictOf(input)))
  // Some fields do not go together.
  .filter(([name, args]) => toolNamed(name).input.safeParse(args).success);

describe('the lenient reading of arguments', () => {
  proves(['H31', 'C1.lenient'], 'leaves everything that is valid exactly as it is', () => {
    fc.assert(
      fc.property(anyCall, ([name, args]) => {
        expect(readLeniently(toolNamed(name), args)).toEqual({ input: args, read: [] });
      }),
      { numRuns: 500 },
    );
  });

  proves(['H31', 'C1.lenient'], 'means exactly the strict arguments, however they were written', () => {
    const written = anyCall.chain(([name, args]) =>
      fc.tuple(fc.constant(name), fc.constant(args), writtenOtherwise(toolNamed(name).input, args, false)),
    );
    fc.assert(
      fc.property(written, ([name, args, otherwise]) => {
        const tool = toolNamed(name);
        const { input, read } = readLeniently(tool, otherwise);
        expect(tool.input.parse(input)).toEqual(tool.input.parse(args));
        expect(read.length > 0).toBe(JSON.stringify(otherwise) !== JSON.stringify(args));
      }),
      { numRuns: 1000 },
    );
  });

  proves(['H31', 'C1.lenient'], 'reads no other text as a number than a decimal one of JSON', () => {
    const anyText = fc.oneof(
      fc.constantFrom(
        '1,5',
        '1e3',
        '0x10',
        ' 5 ',
        '12 g',
        'NaN',
        '+5',
        '.5',
        '5.',
        '05',
        '-',
        '1_0',
        '٥',
        'Infinity',
      ),
      fc.string(),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const { input } = readBy('log_meal', inMeal({ kcal: text }));
        const isDecimal = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text);
        const strict = isDecimal
          ? toolNamed('log_meal').input.safeParse(inMeal({ kcal: Number(text) })).data
          : undefined;
        expect(input).toEqual(strict ?? 'refused');
      }),
    );
  });

  proves(['H31', 'C1.lenient'], 'makes any value something once: reading it again changes nothing', () => {
    const anyValue: fc.Arbitrary<Json> = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<Json>(...TEMPTING, item, [item]),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(toolNamed('log_meal').input.shape)),
        anyValue,
        (name, value) => {
          const once = readBy('log_meal', { ...meal, [name]: value }).input;
          if (once !== 'refused') expect(readBy('log_meal', once)).toEqual({ input: once, read: [] });
        },
      ),
    );
  });

  const strictMeal = inMeal({});
  const table: [why: string, tool: string, args: unknown, input: unknown, read: string[]][] = [
    ['a list as text', 'log_meal', { ...meal, items: JSON.stringify([item]) }, strictMeal, ['/items']],
    ['an object as text', 'log_meal', { ...meal, items: JSON.stringify(item) }, strictMeal, ['/items']],
    ['an entry as text', 'log_meal', { ...meal, items: [JSON.stringify(item)] }, strictMeal, ['/items/0']],
    ['one object for a list', 'log_meal', { ...meal, items: item }, strictMeal, ['/items']],
    ['everything as text', 'log_meal', JSON.stringify(meal), strictMeal, ['']],
    ['an empty text for everything', 'whoami', '', {}, ['']],
    ['nothing at all, where absence shows more', 'create_share_link', '', 'refused', ['']],
    [
      'text within text',
      'log_meal',
      { ...meal, items: JSON.stringify([JSON.stringify(item)]) },
      'refused',
      ['/items'],
    ],
    [
      'text within a text of everything',
      'log_meal',
      JSON.stringify({ ...meal, items: JSON.stringify([item]) }),
      'refused',
      [''],
    ],
    [
      'text that was encoded twice',
      'log_meal',
      { ...meal, items: JSON.stringify(JSON.stringify([item])) },
      'refused',
      [],
    ],
    [
      'a name twice in text',
      'log_meal',
      { ...meal, items: JSON.stringify([item]).replace('{', '{"kcal":1,') },
      'refused',
      [],
    ],
    ['a wrong entry', 'log_meal', { ...meal, items: [item, 'soup'] }, 'refused', []],
    ['a number as text', 'log_meal', inMeal({ kcal: '52' }), strictMeal, ['/items/0/kcal']],
    [
      'numbers in text within text of a list',
      'log_meal',
      { ...meal, items: JSON.stringify([{ ...item, kcal: '52' }]) },
      strictMeal,
      ['/items/0/kcal', '/items'],
    ],
    [
      'a number for a text',
      'log_meal',
      inMeal({ portion: 2.5 }),
      inMeal({ portion: '2.5' }),
      ['/items/0/portion'],
    ],
    ['a number with more digits than it keeps', 'log_meal', inMeal({ portion: 2 ** 60 }), 'refused', []],
    ['a number that JSON cannot write', 'log_meal', inMeal({ portion: JSON.parse('-1e400') }), 'refused', []],
    ['a number for an id', 'log_meal', { ...meal, profile_id: 7 }, 'refused', []],
    ['a number for a key', 'log_meal', { ...meal, idempotency_key: 7 }, 'refused', []],
    ['a number for a day', 'get_day', { day: 20261004 }, 'refused', []],
    ['a number for a time', 'set_sleep', { bedtime: 23 }, 'refused', []],
    [
      'text for nothing',
      'log_meal',
      {
        ...meal,
        eaten_at: '',
        profile_id: 'null',
        confidence: 'undefined',
        idempotency_key: 'null',
        notes: '',
      },
      { ...strictMeal, notes: '' },
      ['/eaten_at', '/profile_id', '/confidence', '/idempotency_key'],
    ],
    [
      'text for nothing in an item',
      'log_meal',
      inMeal({ fiber_g: '', portion: 'null' }),
      inMeal({ portion: 'null' }),
      ['/items/0/fiber_g'],
    ],
    ['text for nothing where something is needed', 'log_meal', inMeal({ kcal: '' }), 'refused', []],
    [
      'a list of nothing',
      'add_wellbeing_note',
      { text: 'tired', statements: ['null'] },
      { text: 'tired' },
      ['/statements'],
    ],
    [
      'an empty list',
      'add_wellbeing_note',
      { text: 'tired', statements: [] },
      { text: 'tired', statements: [] },
      [],
    ],
    [
      'a list of nothing and something',
      'add_wellbeing_note',
      { text: 'tired', statements: ['null', ''] },
      'refused',
      [],
    ],
    [
      'a list of nothing to clear',
      'set_sleep',
      { merge: true, clear: ['null'] },
      { merge: true },
      ['/clear'],
    ],
    [
      'a name to clear in capitals',
      'set_sleep',
      { merge: true, clear: ['Score'] },
      { merge: true, clear: ['score'] },
      ['/clear/0'],
    ],
    ['text for no cursor', 'list_changes', { cursor: 'null' }, {}, ['/cursor']],
    ['a list of nothing where items belong', 'log_meal', { ...meal, items: ['null'] }, 'refused', []],
    ['null', 'log_meal', { ...meal, eaten_at: null }, { ...strictMeal, eaten_at: null }, []],
    ['a choice in capitals', 'log_meal', { ...meal, meal_type: 'Snack' }, strictMeal, ['/meal_type']],
    [
      'text for nothing that would share more',
      'create_share_link',
      { profile_id: '', expires_in_days: '' },
      'refused',
      [],
    ],
    ['null for what would share more', 'create_share_link', { profile_id: null }, { profile_id: null }, []],
    ['no key for a link', 'create_share_link', { idempotency_key: 'null' }, 'refused', []],
    [
      "a client's arguments",
      'whoami',
      { toolCallId: 'call_1', sessionId: null },
      {},
      ['/toolCallId', '/sessionId'],
    ],
    ["a client's arguments within", 'log_meal', inMeal({ sessionId: 's' }), 'refused', []],
    ['another argument', 'whoami', { toolcallid: 'call_1' }, 'refused', []],
  ];
  for (const [why, tool, args, input, read] of table)
    proves(['C1.lenient', 'C1.client_arguments', 'H31'], `takes ${why} as the contract says`, () => {
      expect(readBy(tool, args)).toEqual({ input, read });
    });

  const times: [written: string, strict: string | undefined][] = [
    ['2026-11-26 12:00:00+01:00', '2026-11-26T12:00:00+01:00'],
    ['2026-11-26t12:00:00z', '2026-11-26T12:00:00Z'],
    ['2026-11-26T12:00+0100', '2026-11-26T12:00+01:00'],
    ['2026-11-26T12:00:00+01', '2026-11-26T12:00:00+01:00'],
    ['2026-11-26T12:00:00+01:00[Europe/Madrid]', '2026-11-26T12:00:00+01:00'],
    ['2026-07-26T12:00:00-0330[America/St_Johns]', undefined],
    ['2026-07-26T12:00:00-0230[America/St_Johns]', '2026-07-26T12:00:00-02:30'],
    ['2026-11-26T12:00:00Z[UTC]', '2026-11-26T12:00:00Z'],
    ['2026-11-26T12:00:00Z[Etc/UTC]', '2026-11-26T12:00:00Z'],
    ['2026-11-26T12:00:00Z[Europe/London]', '2026-11-26T12:00:00+00:00'],
    ['2026-11-26T12:00:00Z[Europe/Madrid]', undefined],
    ['2026-11-26T12:00:00+02:00[Europe/Madrid]', undefined],
    ['2026-11-26T12:00:00+01:00[Mars/Base]', undefined],
    ['2026-11-26T12:00:00[Europe/Madrid]', undefined],
    ['2026-11-26T12:00:00', undefined],
    ['2026-11-26 12:00:00 +01:00', undefined],
    ['2026-11-26', undefined],
    ['26.11.2026 12:00+01:00', undefined],
    ['2026-02-30 12:00+01:00', undefined],
  ];
  for (const [written, strict] of times)
    proves(['C1.lenient', 'H31'], `${strict ? 'reads' : 'refuses'} the time ${written}`, () => {
      const { input } = readBy('log_meal', { ...meal, eaten_at: written });
      expect(input).toEqual(strict ? { ...meal, eaten_at: strict } : 'refused');
    });

  proves(
    ['C1.client_arguments'],
    "knows clients' arguments by their sources, and none that is a field of ours",
    () => {
      const ours = TOOLS.flatMap(({ input }) => Object.keys(input.shape));
      expect(Object.keys(CLIENT_ARGUMENTS).filter((name) => ours.includes(name))).toEqual([]);
      for (const source of Object.values(CLIENT_ARGUMENTS)) expect(source).toMatch(/^[\w.-]+\/[\w.-]+#\d+$/);
    },
  );

  proves(['C1.client_arguments', 'H31'], 'keeps an argument that is a field of ours, too', () => {
    const tool = { ...toolNamed('create_profile'), input: z.strictObject({ action: z.string() }) };
    expect(readLeniently(tool, { action: 'run', chatInput: 'x' })).toEqual({
      input: { action: 'run' },
      read: ['/chatInput'],
    });
  });
});
