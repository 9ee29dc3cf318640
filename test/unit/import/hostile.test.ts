import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { activityInput } from 'shared/contract/operations/activity.ts';
import { logMealInput } from 'shared/contract/operations/meals.ts';
import { sleepInput } from 'shared/contract/operations/sleep.ts';
import { recognise } from '../../../services/diary/src/import/recognise.ts';
import { UnreadableFile } from '../../../services/diary/src/import/sources/found/source.ts';
import { fuzzRuns } from '../../support/config.ts';
import { proves } from '../../support/proves.ts';
import { type Come, readSent, sent, zipped } from './read.ts';

const INPUTS = { meal: logMealInput, activity: activityInput, sleep: sleepInput };

/** Whether what comes can be recorded as it is; what a download brings was asked already. */
const isRecordable = ({ kind, day, input }: Come): boolean =>
  kind === 'own' ||
  kind === 'profile' ||
  (/^\d{4}-/.test(day) && INPUTS[kind as 'meal'].safeParse(input).success);

/** What a file comes to, within bounds: rows, or why there are none. */
const outcomeOf = async (name: string, content: string | Uint8Array): Promise<string> => {
  try {
    const { comes, refused } = await readSent(name, content);
    expect(comes.filter((one) => !isRecordable(one))).toEqual([]);
    return `${comes.length} come, ${refused.length} do not`;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.why.code;
    throw error;
  }
};

const SERVINGS =
  'Day,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)\n2025-03-01,Lunch,Soup,1 cup,90,1,2,3\n';

describe('an archive', () => {
  proves(['H30', 'C14.bounds'], 'is never unpacked by the names in it', async () => {
    for (const name of ['../../evil.csv', '/etc/evil.csv', 'a/../../evil.csv', 'C:\\evil.csv']) {
      // yazl refuses such names, so one of the same length is written and replaced.
      const innocent = 'x'.repeat(name.length);
      const bytes = await zipped({ [innocent]: SERVINGS });
      const forged = Buffer.from(bytes.toString('latin1').replaceAll(innocent, name), 'latin1');
      expect([name, await outcomeOf('export.zip', forged)]).toEqual([
        name,
        expect.stringMatching(/damaged|1 come/),
      ]);
    }
  });

  proves(
    ['H30'],
    'that lies, repeats, links or is cut off is refused or read as far as it is true',
    async () => {
      const bytes = await zipped({ 'servings.csv': SERVINGS.repeat(50) });
      const central = bytes.indexOf('PK\u0001\u0002');
      const changed = (at: number, ...values: number[]): Buffer => {
        const copy = Buffer.from(bytes);
        copy.set(values, at);
        return copy;
      };
      // The size that an entry says: too small, too large.
      expect(await outcomeOf('x.zip', changed(central + 24, 1, 0, 0, 0))).toBe('damaged');
      expect(await outcomeOf('x.zip', changed(central + 24, 0xff, 0xff, 0xff, 0x0f))).toBe('damaged');
      // A symbolic link.
      expect(await outcomeOf('x.zip', changed(central + 40, 0xff, 0xa1))).toBe('unknown');
      // Encrypted.
      expect(await outcomeOf('x.zip', changed(central + 8, 1, 0))).toBe('locked');
      // Packed by Deflate64.
      expect(await outcomeOf('x.zip', changed(central + 10, 9))).toBe('packed_otherwise');
      for (const length of [4, 30, 100, bytes.length - 30, bytes.length - 1])
        expect(await outcomeOf('x.zip', bytes.subarray(0, length))).toMatch(/damaged/);
      const one = await zipped({ 'a.csv': SERVINGS, 'b.csv': SERVINGS });
      const twice = Buffer.from(one.toString('latin1').replaceAll('b.csv', 'a.csv'), 'latin1');
      const { comes } = await readSent('x.zip', twice);
      expect(comes.map(({ input }) => input.items.length)).toEqual([1]);
    },
  );

  proves(
    ['H30', 'C14.bounds'],
    'that unpacks to very much is read no further than a row can be long',
    async () => {
      // A CSV whose one line never ends.
      const bomb = await zipped({
        'servings.csv': `${SERVINGS}${' '.repeat(32 * 1024 * 1024)}`,
      });
      expect(await outcomeOf('bomb.zip', bomb)).toBe('damaged');
    },
  );
});

describe('a table', () => {
  proves(
    ['H30'],
    'with an endless line, an unbalanced quotation mark or too many columns is refused',
    async () => {
      expect(await outcomeOf('x.csv', `${SERVINGS}2025-03-02,Lunch,"${'x'.repeat(300_000)}`)).toBe('damaged');
      expect(await outcomeOf('x.csv', `${SERVINGS}2025-03-02,Lunch,"Soup,1,1,1,1,1\n`)).toBe('damaged');
      expect(await outcomeOf('x.csv', `${SERVINGS.trimEnd().split('\n')[0]}${',x'.repeat(2000)}\n1\n`)).toBe(
        'damaged',
      );
      expect(await outcomeOf('x.csv', `${SERVINGS}2025-03-02,Lunch,So"up,1 g,1,1,1,1\n`)).toBe(
        '2 come, 0 do not',
      );
      expect(await outcomeOf('x.csv', `${SERVINGS}2025-03-02,Lunch,a\0b,1 g,1,1,1,1\n\n\n`)).toBe(
        '1 come, 1 do not',
      );
      expect(await outcomeOf('x.csv', `${SERVINGS}2025-03-02,${'x'.repeat(3000)},a,1 g,1,1,1,1\n`)).toBe(
        '1 come, 1 do not',
      );
    },
  );
});

describe('an XML document', () => {
  const health = (inner: string, dtd = '') => `<?xml version="1.0"?>${dtd}<HealthData>${inner}</HealthData>`;
  const steps = (value: string) =>
    `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="&lol;" unit="count" startDate="2025-06-10 08:00:00 +0200" endDate="2025-06-10 08:10:00 +0200" value="${value}"/>`;

  proves(['H30'], 'has none of its entities resolved, neither its own nor those of other files', async () => {
    const dtd =
      '<!DOCTYPE HealthData [<!ENTITY a "5"><!ENTITY lol "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:1/"> %p;]>';
    const { comes, refused } = await readSent(
      'export.xml',
      health(`${steps('5')}${steps('&a;')}${steps('&x;')}`, dtd),
    );
    expect(comes).toMatchObject([{ input: { steps: 5 } }]);
    expect(refused.map(([, code]) => code)).toEqual(['unreadable', 'unreadable']);
  });

  proves(['H30', 'C14.apple_file'], 'is recognised in a time that follows its length', async () => {
    const comments = '<!-- a --> '.repeat(5000);
    expect(await outcomeOf('x.xml', `${comments}<x/>`)).toBe('unknown');
    expect(await outcomeOf('x.xml', `${comments}<HealthData>${steps('5')}</HealthData>`)).toBe(
      '1 come, 0 do not',
    );
  });

  proves(['H30'], 'that is deep, endless or broken is refused', async () => {
    expect(await outcomeOf('x.xml', health('<a>'.repeat(100_000)))).toBe('damaged');
    expect(await outcomeOf('x.xml', health(`<a b="${'x'.repeat(1_500_000)}"/>`))).toBe('damaged');
    expect(await outcomeOf('x.xml', health(`<!-- ${'x'.repeat(1_500_000)} -->`))).toBe('damaged');
    expect(await outcomeOf('x.xml', health('<a></b>'))).toBe('damaged');
    expect(await outcomeOf('x.xml', '<HealthData><a/>')).toBe('damaged');
    expect(
      await outcomeOf('x.xml', `<!DOCTYPE HealthData [${'<!-- x -->'.repeat(150_000)}]><HealthData/>`),
    ).toBe('damaged');
    const day = (start: string, end: string) =>
      steps('5').replace('2025-06-10 08:00:00', start).replace('2025-06-10 08:10:00', end);
    const odd = [
      day('0000-01-01 00:00:00', '9999-12-31 00:00:00'),
      day('9999-12-31 00:00:00', '9999-12-31 00:10:00'),
      day('2025-02-30 00:00:00', '2025-02-30 00:10:00'),
      day('1999-01-01 00:00:00', '2025-01-01 00:00:00'),
    ];
    expect(await outcomeOf('x.xml', health(odd.join('')))).toBe('0 come, 4 do not');
  });
});

describe('a download', () => {
  proves(['H30', 'C14.own'], 'that is deep, endless or cut off is refused', async () => {
    const begin = '{"schema_version":1,"meals":[';
    expect(await outcomeOf('x.json', `${begin}${'['.repeat(1_200_000)}`)).toBe('damaged');
    expect(await outcomeOf('x.json', `${begin}"${'x'.repeat(1_200_000)}`)).toBe('damaged');
    expect(await outcomeOf('x.json', `${begin}{}`)).toBe('damaged');
    expect(await outcomeOf('x.json', `${begin}}]`)).toBe('damaged');
    expect(await outcomeOf('x.json', `${begin}{"__proto__":{"id":"meal_1"}},1,null,"x",[]]}`)).toBe(
      '0 come, 5 do not',
    );
  });
});

/** Seeded: the same files each time. */
const OPTIONS = { seed: 49, numRuns: fuzzRuns };

describe('whatever is in a file', () => {
  const records: Record<string, string> = {
    'servings.csv': `${SERVINGS}2025-03-02,Lunch,"a ""b""",2 oz,"1,050.0",1,2,3\n`,
    'mfp.csv': 'Date,Meal,Calories,Fat (g),Carbohydrates (g),Protein (g),Note\n2025-03-01,Lunch,1,2,3,4,x\n',
    'exercise.csv': 'Day,Group,Exercise,Minutes,Calories Burned\n2025-03-01,,Run,30,-300\n',
    'Exercise-Summary.csv':
      'Date,Exercise,Type,Exercise Calories,Exercise Minutes,Steps,Note\n2025-03-01,"""Walking, 3 mph""",Cardio,150,30,,\n2025-03-01,Fit calorie adjustment,Cardio,3,1,9500,x\n',
    'exercise-logs.csv':
      'Date,Name,Icon,Type,Quantity,Units,Calories,Deleted\n13/1/2025,Swimming,Swim,Exercise,45,Minutes,-320.5,false\n',
    'steps.csv': 'Date,Value,Secondary Value,Last Updated\n3/1/2025,"8,123",0,3/1/2025\n',
    'food-logs.csv':
      'Date,Name,Meal,Quantity,Units,Calories,Deleted,Fat (g),Protein (g),Carbohydrates (g)\n3/1/2025,Bread,Lunch,2,Ounces,1,0,1,1,1\n',
    'export.xml':
      '<?xml version="1.0"?><!DOCTYPE HealthData [<!ELEMENT a (b)>]><HealthData><Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" startDate="2025-06-10 08:00:00 +0200" endDate="2025-06-10 09:00:00 +0200" value="HKCategoryValueSleepAnalysisAsleepREM"/><Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" device="model:Watch" unit="count" startDate="2025-06-10 23:50:00 +0200" endDate="2025-06-11 00:10:00 +0200" value="500"/><Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="3" durationUnit="min" startDate="2025-06-10 08:00:00 +0200" endDate="2025-06-10 09:00:00 +0200"/></HealthData>',
    'diary.json':
      '{"schema_version":1,"profiles":[{"id":"p","name":"x","time_zone":"UTC","targets":null}],"sleep":[{"id":"slp_1","profile_id":"p","day":"2025-01-01","client_name":"a","created_at":"2025-01-01T00:00:00Z","bedtime":"23:00"}]}',
  };

  for (const [name, valid] of Object.entries(records))
    proves(['H30'], `${name} with anything changed in it is read or refused`, async () => {
      expect(await outcomeOf(name, valid)).toMatch(/^[1-9]\d* come/);
      const change = fc.record({
        at: fc.nat(valid.length),
        length: fc.nat(12),
        put: fc.oneof(
          fc.string({ unit: 'binary', maxLength: 8 }),
          fc.constantFrom(
            '"',
            ',',
            '\n',
            '\r',
            '\0',
            '<',
            '>',
            '&',
            '&#0;',
            ']]>',
            '<![CDATA[',
            '{',
            '[',
            '\ufeff',
            '9999',
            '-',
            'e9',
          ),
        ),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(change, { minLength: 1, maxLength: 4 }),
          fc.boolean(),
          async (changes, asBytes) => {
            let text = valid;
            for (const { at, length, put } of changes)
              text = text.slice(0, at) + put + text.slice(at + length);
            const bytes = asBytes ? Buffer.from(text, 'latin1') : Buffer.from(text);
            expect(await outcomeOf(name, bytes)).toBeTruthy();
          },
        ),
        OPTIONS,
      );
    });

  proves(['H30'], 'an archive with any bytes changed is read or refused', async () => {
    const bytes = await zipped({ 'a/servings.csv': SERVINGS.repeat(20), 'b.txt': 'x' });
    const change = fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const copy = Buffer.from(bytes);
        for (const { at, value } of changes) copy[at] = value;
        expect(await outcomeOf('x.zip', copy)).toBeTruthy();
      }),
      OPTIONS,
    );
  });

  test('an archive is recognised without unpacking what never comes', async () => {
    const archive = await zipped({ 'route.gpx': '<gpx/>', 'photo.JPG': 'x', 'servings.csv': SERVINGS });
    const { parts, left } = await recognise(sent('x.zip', archive));
    expect([parts.map(({ is }) => is), left]).toEqual([['servings'], []]);
  });
});
