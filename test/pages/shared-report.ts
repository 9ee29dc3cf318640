import type { Page } from 'playwright-core';
import { mapFields } from 'shared/contract/map-fields.ts';
import { TARGET_FIELDS } from 'shared/contract/measures.ts';
import type { Targets } from 'shared/contract/operations/days.ts';
import { recordCollections } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { type Diary, storeDiary } from '../reports/diary.ts';
import { type Connection, call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { type Visit, visit } from './browser.ts';

/** An account with a diary, and the URL of the link that shares its report. */
export type SharedReport = Connection & { url: string; profile: StoredProfile };

/** Makes an account with this diary and these settings of its profile, and a link to its report. Targets not named are not set. */
export const shareDiary = async (
  diary: Partial<Diary>,
  {
    targets,
    ...fields
  }: Partial<Pick<StoredProfile, 'name' | 'time_zone'>> & { targets?: Partial<Targets> } = {},
): Promise<SharedReport> => {
  const connection = await newConnection({ timeZone: 'Europe/Madrid', clientName: 'Kitchen assistant' });
  const { token, account } = connection;
  const { body: link } = await call('POST', '/share-links', { token, body: {} });
  await call('GET', '/profiles', { token });
  const profile = await onDatabase(async (db) => {
    const { profiles } = recordCollections(db);
    const own = { account_id: account.id, is_default: true };
    const all = targets && { targets: { ...mapFields(TARGET_FIELDS, () => null), ...targets } };
    await profiles.updateOne(own, { $set: { name: 'Ana', ...fields, ...all } });
    const stored = (await profiles.findOne(own)) as StoredProfile;
    await storeDiary(db, stored, diary);
    return stored;
  });
  return { ...connection, url: link.url, profile };
};

let reader: Promise<Visit> | undefined;

/** Opens a report through its link, without JavaScript, and all of its sections. */
export const openReport = async (
  { url }: SharedReport,
  query: Record<string, string> = {},
): Promise<Page> => {
  reader ??= visit({ javaScriptEnabled: false });
  const { page } = await reader;
  await page.goto(`${url}?${new URLSearchParams(query)}`);
  await page.evaluate(
    'for (const section of document.querySelectorAll("details.section")) section.open = true',
  );
  return page;
};

const mealOn = (
  day: string,
  time: string,
  meal: Partial<Diary['meals'][number]['input']> = {},
): Diary['meals'][number] => ({
  day,
  client: 'Kitchen assistant',
  input: {
    meal_type: 'lunch',
    eaten_at: `${day}T${time}:00+02:00`,
    items: [{ name: 'Rice', kcal: 260, protein_g: 5.4, carbs_g: 56.5, fat_g: 0.6 }],
    ...meal,
  },
});

/** A day of these made-up people; figures differ from day to day. */
const dayOf = (day: string, index: number): Diary => ({
  meals: [
    mealOn(day, '08:10', {
      meal_type: 'breakfast',
      description: 'Porridge with berries\nand a coffee',
      model: 'meadow-large',
      confidence: 0.85,
      items: [
        {
          name: 'Porridge',
          portion: 'one bowl',
          weight_g: 250,
          kcal: 221.25 + 10 * index,
          protein_g: 9.8,
          carbs_g: 33.1,
          fat_g: 6.4,
          fiber_g: 3.5,
        },
        { name: 'Coffee with milk', kcal: 33, protein_g: 1.8, carbs_g: 2.4, fat_g: 1.8, confidence: 0.9 },
      ],
    }),
    mealOn(day, '13:40'),
    mealOn(day, '17:05', { meal_type: 'snack', model: 'meadow-mini', notes: 'Eaten on the way:\nan apple' }),
    mealOn(day, '23:30', { meal_type: 'dinner' }),
  ],
  activity: [
    {
      day,
      client: 'Kitchen assistant',
      input: {
        steps: 6000 + 512 * index,
        exercise_minutes: 10 * index,
        ...(index % 2 === 0 && { active_kcal: 300 + index }),
        workouts: [{ type: 'Swimming', minutes: 45 }],
        source_app: 'Watch',
      },
    },
  ],
  sleep: [
    {
      day,
      client: 'Kitchen assistant',
      input: {
        bedtime: index % 2 === 0 ? '23:50' : '00:20',
        wake_time: '07:15',
        asleep_minutes: 400 + index,
        ...(index % 2 === 0 && { deep_minutes: 70, rem_minutes: 90, light_minutes: 240, awake_minutes: 25 }),
      },
    },
  ],
  notes: [
    {
      day,
      client: 'Kitchen assistant',
      input: {
        text: 'A walk at lunch cleared my head.',
        recorded_at: `${day}T21:00:00+02:00`,
        statements: [{ kind: 'activity', text: 'Walked at lunch', when: 'lunchtime' }],
        links: [{ did: 'Walked', felt: 'A clear head', quote: 'cleared my head' }],
        language: 'en',
        model: 'harbour-2',
      },
    },
  ],
});

/** A diary with records of every kind on each of these days. */
export const fullDiary = (days: readonly string[]): Diary => {
  const each = days.map(dayOf);
  return {
    meals: each.flatMap(({ meals }) => meals),
    activity: each.flatMap(({ activity }) => activity),
    sleep: each.flatMap(({ sleep }) => sleep),
    notes: each.flatMap(({ notes }) => notes),
  };
};
