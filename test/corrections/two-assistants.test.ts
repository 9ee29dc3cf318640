import { describe, expect } from '@jest/globals';
import { callEither } from '../mcp/either-channel.ts';
import { newAccount } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
import { newLunch, read } from './calls.ts';

const ASSISTANTS = ['Kitchen', 'Watch'];
const ROUNDS = 6;

/** What an assistant sends at once with everything else: a correction, and perhaps its key and the version that it is for. */
type Sent = { token: string; body: { multiply: 2 } | { notes: string }; key?: string; ifVersion?: number };

describe('two assistants that correct one meal at once', () => {
  proves(
    ['H26', 'C10.kept', 'C10.conditions', 'C7.replay', 'C7.key_scope'],
    'lose nothing and do nothing twice: with keys, with conditions, with neither, over REST and MCP',
    async () => {
      const { tokens } = await newAccount(ASSISTANTS);
      const [token = ''] = tokens;
      const rice = { name: 'Rice', kcal: 1, protein_g: 0, carbs_g: 0, fat_g: 0 };
      const { id } = await newLunch(token, { items: [rice] });

      const correct = ({ token, body, key, ifVersion }: Sent, index: number) =>
        callEither(
          {
            ...{ method: 'PATCH', path: `/meals/${id}`, body, key },
            headers: ifVersion === undefined ? {} : { 'if-match': `"${ifVersion}"` },
            tool: {
              name: 'update_meal',
              args: { id, ...body, ...(ifVersion !== undefined && { if_version: ifVersion }) },
            },
          },
          { token, overMcp: index % 2 === 0 },
        );

      const applied: { version: number; multiplied: boolean; notes?: string }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { version } = (await read(token, id)).record;
        // Both use the same words for their keys, and send each call with a key twice.
        const keyed = tokens.map((token): Sent => ({ token, body: { multiply: 2 }, key: `double-${round}` }));
        const conditional = tokens.map(
          (token, who): Sent => ({ token, body: { notes: `if ${round} ${who}` }, ifVersion: version }),
        );
        const plain = tokens.map((token, who): Sent => ({ token, body: { notes: `so ${round} ${who}` } }));
        const sent = [...keyed, ...conditional, ...plain, ...keyed];
        const answers = await Promise.all(sent.map(correct));
        expect(answers.filter(({ replayed }) => replayed)).toHaveLength(2);
        for (const [index, { status, body, replayed }] of answers.entries()) {
          const isRefused = sent[index]?.ifVersion !== undefined && status === 412;
          expect([sent[index], isRefused || status === 200]).toEqual([sent[index], true]);
          const made = sent[index]?.body;
          if (isRefused || replayed || !made) continue;
          applied.push({
            version: body.version,
            ...('notes' in made ? { multiplied: false, notes: made.notes } : { multiplied: true }),
          });
        }
      }

      const { record, versions } = await read(token, id);
      const expected = Array.from({ length: applied.length }, (_, index) => index + 2);
      expect(applied.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(expected);
      expect(versions).toHaveLength(applied.length + 1);
      // Each version is what its correction made of the one before.
      let kcal = 1;
      let notes: string | null = null;
      for (const made of applied.toSorted((a, b) => a.version - b.version)) {
        kcal *= made.multiplied ? 2 : 1;
        notes = made.notes ?? notes;
        const then = (await read(token, id, { version: String(made.version) })).record;
        expect([made.version, then.items[0].kcal, then.notes]).toEqual([made.version, kcal, notes]);
      }
      expect(record.totals.kcal).toBe(2 ** (2 * ROUNDS));
    },
  );
});
