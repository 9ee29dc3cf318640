import { item, meal } from '../rest/samples.ts';
import { callLogOf } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { callAs, type Person } from './diary-person.ts';
import { postAs } from './steps.ts';

export const DAY = '2026-10-04';

export const FULL_MEAL = {
  meal_type: 'lunch',
  eaten_at: `${DAY}T13:05:00+02:00`,
  description: 'Lentil soup, "grandmother\'s"\r\nwith bread; and –1 egg',
  items: [
    {
      ...item,
      name: 'Soup',
      description: 'red',
      portion: 'a bowl',
      weight_g: 350.5,
      fiber_g: 8,
      confidence: 0.8,
    },
    { ...item, name: 'Хлеб', sugar_g: 2, sodium_mg: 300 },
  ],
  model: 'model-1',
  confidence: 0.7,
  notes: 'Ate late',
};

/** Everything that an assistant can record of a day and that the person can set, in two profiles. */
export const recordEverything = async (person: Person): Promise<void> => {
  await postAs(person, '/account/profiles', { action: 'save', kcal: '2000', fat_g: '72.5' });
  const second = await callAs(person, 'POST', '/profiles', { name: 'Second' });
  for (const profile_id of [undefined, second.id]) {
    const of = profile_id ? `?profile_id=${profile_id}` : '';
    await callAs(person, 'POST', '/meals', { ...FULL_MEAL, profile_id });
    await callAs(person, 'POST', '/meals', { ...meal, eaten_at: `${DAY}T08:00:00+02:00`, profile_id });
    const workouts = [{ type: 'Running', minutes: 35, kcal: 320.5 }, { type: 'Yoga' }];
    await callAs(person, 'PUT', `/days/${DAY}/activity${of}`, { steps: 1, source_app: '=1+1' });
    await callAs(person, 'PUT', `/days/${DAY}/activity${of}`, { steps: 8400, distance_km: 6.1, workouts });
    await callAs(person, 'PUT', `/days/${DAY}/sleep${of}`, { bedtime: '23:10', score: 84, hrv_ms: 41.5 });
    await callAs(person, 'POST', '/wellbeing', {
      profile_id,
      text: 'Tired, but calm',
      recorded_at: `${DAY}T21:00:00+02:00`,
      statements: [{ kind: 'feeling', text: 'tired', when: 'evening' }],
      links: [{ did: 'walked', felt: 'calm', quote: 'calm after the walk' }],
      language: 'en',
    });
  }
  await callAs(person, 'POST', '/share-links', { profile_id: second.id, expires_in_days: 7 });
};

/** Waits until the call log has all calls of the person's assistant, of which the last one lists the links. */
export const settleCallLog = (person: Person) =>
  eventually(
    async () =>
      (await callLogOf(person.account.id)).some(({ operation }) => operation === 'list_share_links'),
    'the calls to be logged',
  );
