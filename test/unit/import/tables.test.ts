import { describe, expect } from '@jest/globals';
import { proves } from '../../support/proves.ts';
import { type Come, readSent, zipped } from './read.ts';

const meals = (comes: Come[]) =>
  comes
    .filter(({ kind }) => kind === 'meal')
    .map(({ day, input }) => [
      day,
      input.meal_type,
      input.eaten_at,
      input.items.map((item: Come) => item.name),
    ]);

const MFP_HEADER =
  'Date,Meal,Time,Calories,Fat (g),Saturated Fat,Polyunsaturated Fat,Cholesterol,Sodium (mg),Potassium,Carbohydrates (g),Fiber,Sugar,Protein (g),Vitamin A,Note';

describe('MyFitnessPal', () => {
  proves(['C14.tables', 'C14.meals'], 'rows of a meal become one meal, at its earliest time', async () => {
    const { source, comes, refused } = await readSent(
      'Nutrition-Summary.csv',
      [
        MFP_HEADER,
        '2025-03-01,Breakfast,10:00 AM,"1,050.0",10.5,1,2,30,400,100,50,4,,20,5,first',
        '2025-03-01,Breakfast,8:30 AM,100,0,,,,,,25,,,0,,',
        '2025-03-01,Post-Workout,,200,1,,,,,,30,,,20,,',
        '2025-03-01,Pre-Workout,24:00,200,1,,,,,,30,,,20,,',
        '2025-03-02,Snacks,,,1,,,,,,30,,,20,,',
        '2025-03-02,Lunch,,90,1,,,,,,x,,,20,,',
        '2025-13-02,Lunch,,90,1,,,,,,3,,,20,,',
        '2025-03-03,Lunch,,90,-1,,,,,,3,,,20,,',
      ].join('\r\n'),
    );
    expect(source).toBe('MyFitnessPal');
    expect(meals(comes)).toEqual([
      ['2025-03-01', 'breakfast', '2025-03-01T08:30:00+01:00', ['Breakfast', 'Breakfast']],
      ['2025-03-01', 'other', '2025-03-01T12:00:00+01:00', ['Post-Workout']],
      ['2025-03-01', 'other', '2025-03-01T23:59:00+01:00', ['Pre-Workout']],
    ]);
    expect(comes[0].input).toMatchObject({
      notes: 'first',
      items: [
        { kcal: 1050, fat_g: 10.5, protein_g: 20, carbs_g: 50, sodium_mg: 400, fiber_g: 4 },
        { kcal: 100, fat_g: 0, protein_g: 0, carbs_g: 25 },
      ],
    });
    expect(comes[0].input.items[0]).not.toHaveProperty('sugar_g');
    expect(comes[1].input.description).toBe('Post-Workout');
    expect(refused).toEqual([
      [6, 'missing', 'kcal'],
      [7, 'out_of_bounds', 'carbs_g'],
      [8, 'no_day'],
      [9, 'out_of_bounds', 'fat_g'],
    ]);
  });

  proves(
    ['C14.tables', 'C14.numbers'],
    'is read in Spanish from a spreadsheet, in any encoding',
    async () => {
      const table = [
        'Proteínas (g);Fecha;Comida;Calorías;Grasa (g);Carbohidratos (g);Sodio (mg)',
        '20,5;31/01/2025;Desayuno;1.234,5;1,25;3;12',
        '1;01/02/2025;Cena;90;0;0;',
        '1;01/02/2025;Aperitivos;90;0;0;n/a',
      ].join('\n');
      const encodings: [string, Uint8Array][] = [
        ['utf-8', Buffer.from(table)],
        ['utf-8 with a mark', Buffer.from(`\ufeff${table}`)],
        ['utf-16le with a mark', Buffer.from(`\ufeff${table}`, 'utf16le')],
        ['utf-16le', Buffer.from(table, 'utf16le')],
        ['utf-16be', Buffer.from(table, 'utf16le').swap16()],
        ['windows-1252', Buffer.from(table, 'latin1')],
      ];
      for (const [encoding, bytes] of encodings)
        for (const pieceBytes of [7, 65_536]) {
          const { comes, refused } = await readSent('x.csv', bytes, { pieceBytes });
          expect([encoding, refused, meals(comes)]).toEqual([
            encoding,
            [],
            [
              ['2025-01-31', 'breakfast', '2025-01-31T12:00:00+01:00', ['Desayuno']],
              ['2025-02-01', 'dinner', '2025-02-01T12:00:00+01:00', ['Cena']],
              ['2025-02-01', 'snack', '2025-02-01T12:00:00+01:00', ['Aperitivos']],
            ],
          ]);
          expect(comes[0].input.items[0]).toEqual({
            name: 'Desayuno',
            kcal: 1234.5,
            fat_g: 1.25,
            carbs_g: 3,
            protein_g: 20.5,
            sodium_mg: 12,
          });
        }
    },
  );

  proves(['C14.tables', 'C14.meals'], 'is read from a Russian spreadsheet in Windows-1251', async () => {
    const table = [
      'Дата;Прием пищи;Калории;Жиры (г);Углеводы (г);Белки (г)',
      '31.01.2025;Завтрак;90;1;2,5;3',
      '31.01.2025;После бега;90;1;2,5;3',
    ].join('\n');
    const bytes = Uint8Array.from(table, (letter) =>
      letter < '\x80' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x350,
    );
    const { comes, refused } = await readSent('x.csv', bytes);
    expect([refused, meals(comes)]).toEqual([
      [],
      [
        ['2025-01-31', 'breakfast', '2025-01-31T12:00:00+01:00', ['Завтрак']],
        ['2025-01-31', 'other', '2025-01-31T12:00:00+01:00', ['После бега']],
      ],
    ]);
  });

  proves(['C14.activity'], 'exercise becomes workouts, a correction brings its steps alone', async () => {
    const { comes, refused } = await readSent(
      'Exercise-Summary.csv',
      [
        'Date,Exercise,Type,Exercise Calories,Exercise Minutes,Sets,Reps Per Set,Pounds,Steps,Note',
        '2025-03-01,"""Walking, 3.5 mph""",Cardio,150,30.6,,,,,',
        '2025-03-01,Squats,Strength,,,3,10,100,,',
        '2025-03-01,Garmin calorie adjustment,Cardio,300,1,,,,9500,',
        '2025-03-02,Fitbit calorie adjustment,Cardio,300,1,,,,,',
        '2025-03-03,Walking,Cardio,,20,,,,"2,100.0",',
      ].join('\n'),
    );
    expect(comes.map(({ kind, day, input }) => [kind, day, input])).toEqual([
      [
        'activity',
        '2025-03-01',
        {
          steps: 9500,
          workouts: [{ type: 'Walking, 3.5 mph', minutes: 31, kcal: 150 }, { type: 'Squats' }],
          source_app: 'MyFitnessPal',
        },
      ],
      [
        'activity',
        '2025-03-03',
        { steps: 2100, workouts: [{ type: 'Walking', minutes: 20 }], source_app: 'MyFitnessPal' },
      ],
    ]);
    expect(refused).toEqual([[5, 'correction']]);
  });
});

describe('Cronometer', () => {
  proves(['C14.tables', 'C14.units'], 'amounts are weights or portions, energy may be in kJ', async () => {
    const { source, comes, refused } = await readSent(
      'servings.csv',
      [
        'Day,Time,Group,Food Name,Amount,Energy (kJ),B12 (Cobalamin) (µg),Net Carbs (g),Carbs (g),Fat (g),Fiber (g),Protein (g),Sodium (g),Sugars (g),Category',
        '2025-03-01,7:45 AM ,Breakfast,"Oats, rolled",158.00 g,418.4,,1,2,3,4,5,0.1,,Cereal',
        '2025-03-01,08:15,Breakfast,Milk,1.00 cup - 8 fl oz,4184,,1,2,3,,5,,,',
        '2025-03-01,,Drinks,Tea,2.00 oz,0,,0,0,0,,0,,,',
        '2025-03-01,,Uncategorized,Oil,1.00 tbsp,500,,,,13,,,,,',
        '2025-03-01,,Lunch,,1.00 tbsp,500,,0,0,13,,0,,,',
      ].join('\n'),
    );
    expect(source).toBe('Cronometer');
    expect(meals(comes)).toEqual([
      ['2025-03-01', 'breakfast', '2025-03-01T07:45:00+01:00', ['Oats, rolled', 'Milk']],
      ['2025-03-01', 'other', '2025-03-01T12:00:00+01:00', ['Tea']],
    ]);
    const [{ input }, drinks] = comes;
    expect(input.items).toEqual([
      {
        name: 'Oats, rolled',
        weight_g: 158,
        kcal: 100,
        carbs_g: 2,
        fat_g: 3,
        fiber_g: 4,
        protein_g: 5,
        sodium_mg: 100,
      },
      { name: 'Milk', portion: '1.00 cup - 8 fl oz', kcal: 1000, carbs_g: 2, fat_g: 3, protein_g: 5 },
    ]);
    expect(drinks.input).toMatchObject({ description: 'Drinks', items: [{ weight_g: 56.7 }] });
    expect(refused).toEqual([
      [5, 'missing', 'protein_g', 'carbs_g'],
      [6, 'no_name'],
    ]);
  });

  proves(['C14.activity'], 'negative energy is what was burned', async () => {
    const { comes, refused } = await readSent(
      'exercises.csv',
      'Day,Group,Exercise,Minutes,Calories Burned\n2025-03-01,,Running,30.25,-310.5\n2025-03-01,,Active Energy Balance (Apple Health),0,-200\n',
    );
    expect(comes[0].input.workouts).toEqual([{ type: 'Running', minutes: 30, kcal: 310.5 }]);
    expect(refused).toEqual([[3, 'correction']]);
  });

  proves(['C14.totals_alone'], 'totals of days are refused, and told what they are', async () => {
    const totals = 'Date,Energy (kcal),Protein (g),Carbs (g),Fat (g),Completed\n2025-03-01,2000,1,2,3,true\n';
    await expect(readSent('dailysummary.csv', totals)).rejects.toMatchObject({
      why: { code: 'only_totals', fields: ['Cronometer'] },
    });
    const servings =
      'Day,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)\n2025-03-01,Lunch,Soup,1 cup,90,1,2,3\n';
    const archive = await zipped({
      'dailysummary.csv': totals,
      'servings.csv': servings,
      'readme.txt': 'hello',
    });
    const { comes, left } = await readSent('export.zip', archive);
    expect(comes).toHaveLength(1);
    expect(left).toEqual(['dailysummary.csv', 'readme.txt']);
  });
});

describe('Lose It!', () => {
  const HEADER =
    'Date,Name,Icon,Meal,Quantity,Units,Calories,Deleted,Fat (g),Protein (g),Carbohydrates (g),Saturated Fat (g),Sugars (g),Fiber (g),Cholesterol (mg),Sodium (mg)';

  proves(['C14.tables', 'C14.dates'], 'all files of an archive make the days, month first', async () => {
    const archive = await zipped({
      'food-logs.csv': [
        HEADER,
        '3/1/2025,Bread,Bread,Lunch,2,Slices,160,false,1.6,5.4,30,n/a,n/a,2,n/a,300',
        '3/1/2025,Chicken,Chicken,Lunch,100,Grams,165,0,3.6,31,0,n/a,n/a,n/a,n/a,n/a',
        '3/1/2025,Apple,Apple,Lunch,n/a,n/a,52,0,0,0,14,n/a,n/a,n/a,n/a,n/a',
        '3/1/2025,Cake,Cake,Snacks,1,Each,"1,200",true,1,1,1,,,,,',
        '03/02/2025,Nuts,Nuts,Snacks,1,Pounds,n/a,false,1,1,1,,,,,',
      ].join('\n'),
      'exercise-logs.csv': [
        'Date,Name,Icon,Type,Quantity,Units,Calories,Deleted',
        '3/1/2025,Swimming,Swim,Exercise,45,Minutes,-320.5,false',
        '3/1/2025,Garmin Adjustment,Garmin,Exercise,1,Minutes,120,false',
      ].join('\n'),
      'steps.csv': 'Date,Value,Secondary Value,Last Updated\n3/1/2025,8123,0,3/1/2025\n',
      'sleep-hours.csv': 'Date,Value,Secondary Value,Last Updated\n3/1/2025,7.5,0,3/1/2025\n',
      'profile.csv': 'Name,Value\nHeight,170\n',
    });
    const { source, comes, refused, left } = await readSent('LoseIt.zip', archive);
    expect(source).toBe('Lose It!');
    expect(meals(comes)).toEqual([
      ['2025-03-01', 'lunch', '2025-03-01T12:00:00+01:00', ['Bread', 'Chicken', 'Apple']],
    ]);
    expect(comes[0].input.items[2]).not.toHaveProperty('portion');
    expect(comes[0].input.items).toMatchObject([
      { portion: '2 Slices', sodium_mg: 300 },
      { weight_g: 100 },
      { name: 'Apple' },
    ]);
    expect(comes[1]).toMatchObject({
      kind: 'activity',
      input: { steps: 8123, workouts: [{ type: 'Swimming', minutes: 45, kcal: 320.5 }] },
    });
    expect(refused).toEqual([
      [5, 'deleted'],
      [6, 'missing', 'kcal'],
      [3, 'correction'],
    ]);
    expect(left.sort()).toEqual(['profile.csv', 'sleep-hours.csv']);
  });

  proves(['C14.dates'], 'a first number over 12 anywhere says that the whole file is day first', async () => {
    const row = (date: string) => `${date},Bread,Bread,Lunch,2,Slices,160,false,1.6,5.4,30,,,,,`;
    const days = async (...dates: string[]) =>
      (await readSent('food-logs.csv', [HEADER, ...dates.map(row)].join('\n'))).comes.map(({ day }) => day);
    expect(await days('3/1/2025', '4/1/2025')).toEqual(['2025-03-01', '2025-04-01']);
    expect(await days('3/1/2025', '13/1/2025')).toEqual(['2025-01-03', '2025-01-13']);
    expect(await days('2025-03-01', '3/1/25', '01.03.2025')).toEqual(['2025-03-01']);
    expect(await days('0000-01-01', '9999-12-31', '2/30/2025', '2026-11-28')).toEqual(['2026-11-28']);
  });

  proves(['C14.tables'], 'the older file has meals and exercise in one', async () => {
    const { comes, refused } = await readSent(
      'Daily Report.csv',
      [
        'Date,Name,Type,Quantity,Units,Calories,Fat (g),Protein (g),Carbohydrates (g)',
        '3/1/2025,Bread,Breakfast,2,Ounces,160,1.6,5.4,30',
        '3/1/2025,Walking,Exercise,20,Minutes,-80,n/a,n/a,n/a',
      ].join('\n'),
    );
    expect(refused).toEqual([]);
    expect(comes).toMatchObject([
      { kind: 'meal', input: { items: [{ weight_g: 56.7 }] } },
      { kind: 'activity', input: { workouts: [{ type: 'Walking', minutes: 20, kcal: 80 }] } },
    ]);
  });
});

describe('any table', () => {
  const servings = (energy: string, carbs: string, ...rows: string[]) =>
    readSent(
      's.csv',
      [`Day,Group,Food Name,Amount,${energy},Protein (mg),${carbs},Fat (g)`, ...rows].join('\n'),
    );
  const ROW = '2025-03-01,Lunch,Soup,1 cup,"1,050",2000,"0,125",3';

  proves(['C14.units', 'C14.numbers'], 'has figures in the unit of its header, or none', async () => {
    const { comes } = await servings('Energy (кДж)', 'Carbs (г)', ROW);
    expect(comes[0].input.items).toEqual([
      { name: 'Soup', portion: '1 cup', kcal: 250.96, protein_g: 2, carbs_g: 0.125, fat_g: 3 },
    ]);
    const { refused } = await servings('Energy', 'Carbs (%)', ROW);
    expect(refused).toEqual([[2, 'missing', 'carbs_g']]);
    const exercise = await readSent(
      'e.csv',
      'Day,Group,Exercise,Minutes,Calories Burned (kJ)\n2025-03-01,,Run,5,-418.4\n',
    );
    expect(exercise.comes[0].input.workouts).toEqual([{ type: 'Run', minutes: 5, kcal: 100 }]);
  });

  proves(
    ['C14.tables'],
    'may have empty rows, which are none, and no row with more cells than columns',
    async () => {
      const { comes, refused } = await readSent(
        's.csv',
        [
          '  ',
          'Day,Group,Food Name,Amount,Energy,Protein,Carbs,Fat',
          ',,, ,,,,',
          '2025-03-01,Lunch,Soup,1 cup,90,1,2,3,,',
          // A decimal comma without quotation marks.
          '2025-03-01,Lunch,Bread,1 cup,90,1,5,2,3',
          ',,,,,,,',
        ].join('\n'),
      );
      expect([comes.length, comes[0].input.items.length]).toEqual([1, 1]);
      expect(refused).toEqual([[5, 'shifted']]);
    },
  );

  proves(['C14.tables'], 'may end its lines in several ways, and say late that it is no UTF-8', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `2025-03-01,Lunch,F${index},1 g,1,1,1,1`);
    const text = `Day,Group,Food Name,Amount,Energy,Protein,Carbs,Fat\r\n${many.join('\n')}\r2025-03-01,Lunch,Café,1 g,1,1,1,1`;
    for (const encoding of ['latin1', 'utf8'] as const) {
      const { comes } = await readSent('s.csv', Buffer.from(text, encoding), { pieceBytes: 1000 });
      const items = comes.flatMap(({ input }) => input.items);
      expect([encoding, items.length, items.at(-1).name]).toEqual([encoding, 201, 'Café']);
    }
    for (const encoding of ['utf16le', 'utf8'] as const) {
      const bytes = Buffer.from(`\ufeff${text}`, encoding);
      expect((await readSent('s.csv', bytes, { pieceBytes: 1 })).comes).toHaveLength(5);
    }
  });
});

describe('limits of the contract', () => {
  proves(['C14.meals'], '50 items are a meal, then another begins; 30 workouts are a day', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `2025-03-01,Lunch,F${index},1 g,1,1,1,1`);
    const { comes } = await readSent(
      's.csv',
      ['Day,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)', ...rows].join('\n'),
    );
    expect(comes.map(({ input }) => [input.items.length, input.items[0].name])).toEqual([
      [50, 'F0'],
      [50, 'F50'],
      [20, 'F100'],
    ]);
    const runs = Array.from({ length: 31 }, () => '2025-03-01,,Run,1,-1');
    const activity = await readSent(
      'e.csv',
      ['Day,Group,Exercise,Minutes,Calories Burned', ...runs].join('\n'),
    );
    expect(activity.comes[0].input.workouts).toHaveLength(30);
    expect(activity.refused).toEqual([[32, 'too_many_workouts']]);
  });

  proves(['C14.recognised'], 'what is none of the sources is refused', async () => {
    for (const content of ['', 'hello', 'a,b\n1,2\n', '{}', '<html></html>', 'PK\u0005\u0006', '\0\0\0'])
      await expect(readSent('x', content)).rejects.toMatchObject({
        why: { code: expect.stringMatching(/unknown|damaged/) },
      });
  });
});
