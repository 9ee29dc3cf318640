import { describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { activityInput } from 'shared/contract/operations/activity.ts';
import { sleepInput } from 'shared/contract/operations/sleep.ts';
import { fuzzRuns } from '../../support/config.ts';
import { proves } from '../../support/proves.ts';
import { type Come, readSent, zipped } from './read.ts';

const DTD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,((Record|Correlation|Workout|ActivitySummary)*))>
<!-- Note: what isn't "here' ]> is > elsewhere. -->
<!ATTLIST Record type CDATA #REQUIRED value CDATA #IMPLIED>
]>
`;

const exported = (...elements: string[]): string =>
  `${DTD}<HealthData locale="ru_RU">\n <ExportDate value="2025-06-12 10:00:00 +0200"/>\n${elements.join('\n')}\n</HealthData>\n`;

const WATCH =
  'sourceName="Annas Apple Watch" device="&lt;&lt;HKDevice: 0x28&gt;, name:Apple Watch, model:Watch&gt;"';
const PHONE = 'sourceName="Anna’s iPhone"';
const APP = 'sourceName="Steps &amp; more"';

const record = (
  type: string,
  source: string,
  start: string,
  end: string,
  value: number | string,
  unit = 'count',
) =>
  `<Record unit="${unit}" value="${value}" type="HKQuantityTypeIdentifier${type}" ${source} startDate="2025-06-${start} +0200" endDate="2025-06-${end} +0200"/>`;

const asleep = (stage: string, source: string, start: string, end: string) =>
  `<Record type="HKCategoryTypeIdentifierSleepAnalysis" ${source} startDate="2025-06-${start} +0200" endDate="2025-06-${end} +0200" value="HKCategoryValueSleepAnalysis${stage}"/>`;

const read = (...elements: string[]) => readSent('export.xml', exported(...elements));
const days = (comes: Come[]) =>
  comes.map(({ kind, day, input: { source_app, ...input } }) => [kind, day, input]);

describe('Apple Health', () => {
  proves(['C14.apple_file'], 'is found in an archive by its root element, whatever its name', async () => {
    const steps = exported(record('StepCount', PHONE, '10 08:00:00', '10 08:10:00', 500));
    const archive = await zipped({
      '__MACOSX/apple_health_export/._экспорт.xml': 'binary',
      'apple_health_export/export_cda.xml': '<?xml version="1.0"?><ClinicalDocument><broken>',
      'apple_health_export/workout-routes/route.gpx': '<gpx/>',
      'apple_health_export/экспорт.xml': steps,
    });
    const { source, comes, left } = await readSent('export.zip', archive);
    expect([source, left]).toEqual(['Apple Health', ['apple_health_export/export_cda.xml']]);
    expect(days(comes)).toEqual([['activity', '2025-06-10', { steps: 500 }]]);
    expect(comes[0].input.source_app).toBe('Apple Health');
    // Another export beside it would count the same days twice.
    const two = await readSent('two.zip', await zipped({ 'a/export.xml': steps, 'b/export.xml': steps }));
    expect([two.left, days(two.comes)]).toEqual([['b/export.xml'], days(comes)]);
  });

  proves(['C14.apple_sources'], 'a minute counts once: watch before phone before others', async () => {
    const { comes } = await read(
      record('StepCount', APP, '10 08:00:00', '10 08:30:00', 900),
      record('StepCount', PHONE, '10 08:00:00', '10 08:10:00', 480),
      record('StepCount', WATCH, '10 08:00:00', '10 08:10:00', 500),
      // The watch was off.
      record('StepCount', PHONE, '10 09:00:00', '10 09:10:00', 300),
      record('StepCount', APP, '10 09:00:00', '10 09:10:00', 310),
      // Past midnight, by the date as written.
      record('StepCount', WATCH, '10 23:50:00', '11 00:10:00', 200),
    );
    expect(days(comes)).toEqual([
      // 500 of the watch, 600 of the app while nobody else counted, 300 of the phone, 100 before midnight.
      ['activity', '2025-06-10', { steps: 1500 }],
      ['activity', '2025-06-11', { steps: 100 }],
    ]);
  });

  proves(
    ['C14.units', 'C14.activity'],
    'figures and workouts come in the units of the contract',
    async () => {
      const { comes, refused } = await read(
        record('ActiveEnergyBurned', WATCH, '10 08:00:00', '10 08:00:30', 418.4, 'kJ'),
        record('ActiveEnergyBurned', WATCH, '10 09:00:00', '10 09:00:30', 50.5, 'Cal'),
        record('DistanceWalkingRunning', WATCH, '10 08:00:00', '10 08:30:00', 1, 'mi'),
        record('AppleExerciseTime', WATCH, '10 08:00:00', '10 08:01:00', 1, 'min'),
        record('AppleExerciseTime', WATCH, '10 08:01:00', '10 08:02:00', 1, 'min'),
        record('RestingHeartRate', WATCH, '10 00:00:00', '10 23:00:00', 51, 'count/min'),
        record('RestingHeartRate', WATCH, '10 00:00:00', '10 23:30:00', 52, 'count/min'),
        record('RestingHeartRate', APP, '10 00:00:00', '10 23:30:00', 90, 'count/min'),
        record('HeartRate', WATCH, '10 08:00:00', '10 08:00:00', 120, 'count/min'),
        record('DistanceWalkingRunning', PHONE, '10 08:00:00', '10 08:30:00', 1, 'furlong'),
        record('StepCount', PHONE, '10 08:00:00', '10 07:30:00', 1),
        record('StepCount', PHONE, '10 08:00:00', '10 08:30:00', 'many'),
        `<Workout workoutActivityType="HKWorkoutActivityTypeTraditionalStrengthTraining" duration="0.5" durationUnit="hr" totalEnergyBurned="418.4" totalEnergyBurnedUnit="kJ" ${WATCH} startDate="2025-06-10 18:00:00 +0200" endDate="2025-06-10 18:30:00 +0200"/>`,
        `<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.4" durationUnit="min" ${APP} startDate="2025-06-10 18:10:00 +0200" endDate="2025-06-10 18:40:00 +0200"/>`,
        record('RestingHeartRate', WATCH, '10 00:00:00', '10 23:30:00', 1, 'count/furlong'),
        record('StepCount', PHONE, '10 08:00:00', '10 08:30:00', 'Infinity'),
        `<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.4" durationUnit="min" ${APP} startDate="2025-06-10 07:00:00 +0200" endDate="2025-06-10 07:30:00 +0200"><WorkoutEvent type="x"/><WorkoutActivity><WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="7" unit="Cal"/></WorkoutActivity><WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="300" unit="Cal"/></Workout>`,
        `<Correlation type="HKCorrelationTypeIdentifierFood">${record('StepCount', WATCH, '10 12:00:00', '10 12:10:00', 999)}</Correlation>`,
        '<ActivitySummary dateComponents="2025-06-10" activeEnergyBurned="999"/>',
      );
      expect(days(comes)).toEqual([
        [
          'activity',
          '2025-06-10',
          {
            active_kcal: 150.5,
            distance_km: 1.61,
            exercise_minutes: 2,
            resting_hr: 52,
            workouts: [
              { type: 'Running', minutes: 30, kcal: 300 },
              { type: 'Traditional Strength Training', minutes: 30, kcal: 100 },
            ],
          },
        ],
      ]);
      expect(refused.map(([, code]) => code)).toEqual([
        ...['unknown_unit', 'unreadable', 'unreadable', 'unknown_unit', 'unreadable'],
      ]);
    },
  );

  proves(['C14.bounds'], 'what no day can have stays behind alone', async () => {
    const { comes, refused } = await read(
      record('StepCount', WATCH, '10 08:00:00', '10 08:30:00', 300_000),
      record('ActiveEnergyBurned', WATCH, '10 08:00:00', '10 08:30:00', 50, 'kcal'),
      record('StepCount', WATCH, '11 08:00:00', '11 08:30:00', 300_000),
    );
    expect(days(comes)).toEqual([['activity', '2025-06-10', { active_kcal: 50 }]]);
    expect(refused).toEqual([
      [0, 'out_of_bounds', 'steps'],
      [0, 'out_of_bounds', 'steps'],
    ]);
  });

  proves(
    ['C14.nights'],
    'a night comes whole from the source with stages, on the day of waking up',
    async () => {
      const { comes } = await read(
        asleep('InBed', PHONE, '09 22:30:00', '10 07:30:00'),
        asleep('Asleep', APP, '09 22:40:00', '10 07:00:00'),
        asleep('AsleepCore', WATCH, '09 23:10:00', '10 01:00:00'),
        asleep('AsleepDeep', WATCH, '10 01:00:00', '10 02:00:00'),
        asleep('Awake', WATCH, '10 02:00:00', '10 02:10:00'),
        asleep('AsleepREM', WATCH, '10 02:10:00', '10 03:10:00'),
        asleep('AsleepCore', WATCH, '10 03:10:00', '10 06:50:00'),
        // A nap.
        asleep('AsleepCore', WATCH, '10 14:00:00', '10 14:40:00'),
        // A night of the phone alone, which overlaps itself.
        asleep('InBed', PHONE, '10 23:00:00', '11 06:00:00'),
        asleep('AsleepUnspecified', PHONE, '10 23:30:00', '11 05:00:00'),
        asleep('AsleepUnspecified', PHONE, '11 04:00:00', '11 05:30:00'),
      );
      expect(days(comes)).toEqual([
        [
          'sleep',
          '2025-06-10',
          {
            bedtime: '23:10',
            wake_time: '06:50',
            asleep_minutes: 110 + 60 + 60 + 220,
            light_minutes: 330,
            deep_minutes: 60,
            rem_minutes: 60,
            awake_minutes: 10,
          },
        ],
        [
          'sleep',
          '2025-06-11',
          { bedtime: '23:00', wake_time: '06:00', in_bed_minutes: 420, asleep_minutes: 360 },
        ],
      ]);
    },
  );

  proves(['C14.nights'], 'a nap is no night, whatever recorded it', async () => {
    const { comes, refused } = await read(
      asleep('InBed', PHONE, '09 23:00:00', '10 07:00:00'),
      asleep('AsleepCore', WATCH, '10 14:00:00', '10 15:00:00'),
      asleep('Dreaming', WATCH, '11 01:00:00', '11 02:00:00'),
      // Nor is an hour awake.
      asleep('Awake', WATCH, '12 01:00:00', '12 02:00:00'),
    );
    expect(days(comes)).toEqual([
      ['sleep', '2025-06-10', { bedtime: '23:00', wake_time: '07:00', in_bed_minutes: 480 }],
    ]);
    expect(refused.map(([, code]) => code)).toEqual(['unreadable']);
  });

  proves(['C14.apple_sources'], 'a day may last as long as it does when clocks are put back', async () => {
    const steps = (start: string, end: string) =>
      `<Record type="HKQuantityTypeIdentifierStepCount" ${APP} unit="count" value="2500" startDate="${start}" endDate="${end}"/>`;
    const { comes, refused } = await read(
      steps('2025-10-26 00:00:00 +0200', '2025-10-27 00:00:00 +0100'),
      steps('2025-10-28 00:00:00 +0100', '2025-10-29 02:00:00 +0100'),
    );
    expect(comes.reduce((sum, { input }) => sum + input.steps, 0)).toBe(2500);
    expect(refused.map(([, code]) => code)).toEqual(['too_long_a_time']);
  });

  proves(['C14.activity', 'H30'], 'a day of very many workouts has the first 30', async () => {
    const workouts = Array.from(
      { length: 3000 },
      () =>
        `<Workout workoutActivityType="HKWorkoutActivityTypeYoga" ${APP} startDate="2025-06-10 07:00:00 +0200" endDate="2025-06-10 07:30:00 +0200"/>`,
    );
    const { comes, refused } = await read(...workouts);
    expect(comes[0].input.workouts).toHaveLength(30);
    expect(new Set(refused.map(([, code]) => code))).toEqual(new Set(['too_many_workouts']));
    expect(refused).toHaveLength(2970);
  });

  proves(['C14.apple_sources', 'C14.nights', 'H30'], 'whatever records say, a day comes once', async () => {
    const at = fc.integer({ min: 0, max: 4000 }).map((minutes) => {
      const written = new Date(Date.UTC(2025, 5, 9) + minutes * 47_000).toISOString();
      return `${written.slice(8, 10)} ${written.slice(11, 19)}`;
    });
    const source = fc.constantFrom(WATCH, PHONE, APP);
    const value = fc.oneof(
      fc.nat(5000),
      fc.float(),
      fc.constantFrom('', '1e9', '0x10', '1,5', 'Infinity', '-1', '9'.repeat(400)),
    );
    const figure = fc
      .tuple(
        fc.constantFrom('StepCount', 'ActiveEnergyBurned', 'RestingHeartRate', 'AppleExerciseTime'),
        ...[source, at, at, value, fc.constantFrom('count', 'kJ', 'min', 'count/min', '')],
      )
      .map((parts) => record(...(parts as Parameters<typeof record>)));
    const sleep = fc
      .tuple(fc.constantFrom('InBed', 'AsleepREM', 'AsleepCore', 'Awake', 'Asleep', 'x'), source, at, at)
      .map((parts) => asleep(...parts));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(figure, sleep), { maxLength: 40 }), async (elements) => {
        const { comes } = await read(...elements);
        const keys = comes.map(({ kind, day }) => `${kind} ${day}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { kind, input } of comes)
          expect((kind === 'sleep' ? sleepInput : activityInput).safeParse(input).success).toBe(true);
      }),
      { seed: 49, numRuns: fuzzRuns },
    );
  });
});
