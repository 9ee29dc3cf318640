import { describe, expect } from '@jest/globals';
import { addWellbeingNote, deleteWellbeingNote, exampleNote } from 'shared/contract/operations/wellbeing.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectRecord, expectSuccess } from './answers.ts';
import { clockIn, zoneOfAnotherDay } from './samples.ts';

const add = (token: string, body: unknown) => call('POST', '/wellbeing', { token, body });
const notesOf = async (token: string, day: string) =>
  (await call('GET', `/days/${day}`, { token })).body.wellbeing;

describe('a wellbeing note', () => {
  proves(['C3.note', 'C2.day', 'C1.no_store'], 'is stored unchanged and listed on its day', async () => {
    const { token } = await newConnection({ clientName: 'Kitchen assistant' });
    const stored = expectRecord(addWellbeingNote, await add(token, addWellbeingNote.example.body));
    const { id, profile_id, created_at, updated_at, ...rest } = exampleNote;
    expect(stored).toMatchObject(rest);
    expect(stored.id).toMatch(/^note_/);
    expect(await notesOf(token, '2026-10-04')).toEqual([stored]);
  });

  proves(
    ['S2.now', 'C1.null', 'C3.note'],
    'without a time is recorded now, with nulls and empty lists for absent fields',
    async () => {
      const timeZone = zoneOfAnotherDay();
      const { token } = await newConnection({ timeZone });
      const sent = {
        text: 'Fine',
        profile_id: null,
        recorded_at: null,
        statements: null,
        links: null,
        language: null,
        model: null,
      };
      for (const body of [sent, { text: 'Fine' }]) {
        const stored = expectRecord(addWellbeingNote, await add(token, body));
        expect(stored).toMatchObject({ statements: [], links: [], language: null, model: null });
        expect(stored.day).toBe(clockIn(timeZone).slice(0, 10));
        expect(stored.recorded_at.slice(0, 19).replace('T', ' ')).toBe(
          clockIn(timeZone, new Date(stored.recorded_at)),
        );
        expect(Math.abs(Date.parse(stored.recorded_at) - Date.now())).toBeLessThan(60_000);
      }
      const statements = [
        { kind: 'food', text: 'Soup', when: null },
        { kind: 'body', text: 'Warm' },
      ];
      const stored = expectRecord(addWellbeingNote, await add(token, { text: 'Soup', statements }));
      expect(stored.statements).toEqual([statements[0], { kind: 'body', text: 'Warm', when: null }]);
    },
  );

  proves(
    ['C2.day', 'C1.offset', 'C3.order'],
    'belongs to the day of its offset, with Z to that of the zone, and is sorted by time',
    async () => {
      const { token } = await newConnection({ timeZone: 'America/New_York' });
      const sent = [
        ['2026-10-04T23:30-04:00', '2026-10-04T23:30:00-04:00'],
        ['2026-10-04T03:59:59Z', '2026-10-04T03:59:59Z'],
        ['2026-10-04T04:00Z', '2026-10-04T04:00:00Z'],
        ['2026-10-05T00:30:00.5+09:00', '2026-10-05T00:30:00.5+09:00'],
      ];
      for (const [recorded_at, shown] of sent)
        expect(expectRecord(addWellbeingNote, await add(token, { text: 'x', recorded_at })).recorded_at).toBe(
          shown,
        );
      const shownOn = async (day: string) =>
        (await notesOf(token, day)).map((note: { recorded_at: string }) => note.recorded_at);
      expect(await shownOn('2026-10-03')).toEqual(['2026-10-04T03:59:59Z']);
      expect(await shownOn('2026-10-04')).toEqual(['2026-10-04T04:00:00Z', '2026-10-04T23:30:00-04:00']);
      expect(await shownOn('2026-10-05')).toEqual(['2026-10-05T00:30:00.5+09:00']);
    },
  );

  proves(['S2.words_kept', 'C1.code_points'], 'keeps every character of its texts', async () => {
    const { token } = await newConnection();
    const words = ' \n\t"I\'m fine" \u202Eabc\u202C <img src=x> =1+1 \u{1F642}\uFE0F e\u0301 \\u0000 $ne ';
    const body = {
      text: words,
      statements: [{ kind: 'other', text: words, when: words }],
      links: [{ did: words, felt: words, quote: words }],
    };
    const stored = expectRecord(addWellbeingNote, await add(token, body));
    expect(stored).toMatchObject(body);
    expect(await notesOf(token, stored.day)).toEqual([stored]);
  });

  proves(['C1.deleted'], 'is deleted once', async () => {
    const { token } = await newConnection();
    const { id, day } = (await add(token, { text: 'x' })).body;
    const deletion = () => call('DELETE', `/wellbeing/${id}`, { token });
    expect(expectSuccess(deleteWellbeingNote, await deletion())).toEqual({ deleted: true, id });
    expectProblem(await deletion(), 404, 'not_found');
    expect(await notesOf(token, day)).toEqual([]);
  });

  proves(['S2.note_bounds', 'S7.status', 'C1.code_points'], 'keeps to its bounds', async () => {
    const { token } = await newConnection();
    const statement = { kind: 'feeling', text: '\u{1F600}'.repeat(500), when: 'w'.repeat(80) };
    const link = { did: 'd'.repeat(300), felt: 'f'.repeat(300), quote: 'q'.repeat(500) };
    const most = {
      text: '\u{1F600}'.repeat(5000),
      statements: Array(60).fill(statement),
      links: Array(30).fill(link),
      language: 'zh-Hant1',
      model: 'm'.repeat(120),
    };
    expect(expectRecord(addWellbeingNote, await add(token, most))).toMatchObject(most);
    const kinds = ['activity', 'food', 'sleep', 'feeling', 'body', 'other'].map((kind) => ({
      kind,
      text: 'x',
      when: null,
    }));
    expect(
      expectRecord(addWellbeingNote, await add(token, { text: 'x', statements: kinds })).statements,
    ).toEqual(kinds);

    const wrong: [string, object][] = [
      ['/text', { text: '' }],
      ['/text', { text: `${most.text}x` }],
      ['/text', { text: undefined }],
      ['/text', { text: 'a\0b' }],
      ['/text', { text: '\uD800' }],
      ['/recorded_at', { recorded_at: '2026-02-29T12:00:00Z' }],
      ['/recorded_at', { recorded_at: '2026-10-04T12:00:00' }],
      ['/statements', { statements: Array(61).fill(statement) }],
      ['/statements/0/kind', { statements: [{ ...statement, kind: 'mood' }] }],
      ['/statements/0/text', { statements: [{ ...statement, text: '' }] }],
      ['/statements/0/text', { statements: [{ ...statement, text: 'x'.repeat(501) }] }],
      ['/statements/0/when', { statements: [{ ...statement, when: 'w'.repeat(81) }] }],
      ['/statements/0/by', { statements: [{ ...statement, by: 'me' }] }],
      ['/links', { links: Array(31).fill(link) }],
      ['/links/0/by', { links: [{ ...link, by: 'me' }] }],
      ...['did', 'felt', 'quote'].flatMap((field): [string, object][] => [
        [`/links/0/${field}`, { links: [{ ...link, [field]: 'x'.repeat(501) }] }],
        [`/links/0/${field}`, { links: [{ ...link, [field]: '' }] }],
        [`/links/0/${field}`, { links: [{ ...link, [field]: undefined }] }],
      ]),
      ...['x'.repeat(9), '', 'e', 'es_ES', 'es-', '???'].map((language): [string, object] => [
        '/language',
        { language },
      ]),
      ['/model', { model: 'm'.repeat(121) }],
      ['/day', { day: '2026-10-04' }],
    ];
    for (const [pointer, fields] of wrong)
      expectProblem(await add(token, { text: 'x', ...fields }), 400, 'validation_failed', pointer);
  });
});
