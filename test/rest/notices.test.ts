import { describe, expect } from '@jest/globals';
import type { Notice } from 'shared/contract/notices.ts';
import { logMeal } from 'shared/contract/operations/meals.ts';
import { addDays, today } from 'shared/records/calendar.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectSuccess } from './answers.ts';
import { list, log } from './meal-calls.ts';
import { item, meal } from './samples.ts';

const told = (notices: readonly Notice[]): string[] =>
  notices.map(({ code, pointer }) => `${code} ${pointer}`);
const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

describe('a write', () => {
  proves(['C10.notices'], 'tells what may not be meant, and is stored all the same', async () => {
    const { token } = await newConnection();
    const tomorrow = addDays(today('UTC'), 2);
    const writes: [method: string, path: string, body: object, notices: string[]][] = [
      ['POST', '/meals', { ...meal, eaten_at: '2999-01-01T10:00:00Z' }, ['in_the_future /eaten_at']],
      ['POST', '/meals', { ...meal, eaten_at: '2001-01-01T10:00:00Z' }, ['long_ago /eaten_at']],
      [
        'POST',
        '/meals',
        { ...meal, items: [item, { ...item, weight_g: 10 }, { ...item, carbs_g: 100, kcal: 90 }] },
        ['parts_exceed_whole /items/1/weight_g', 'energy_below_parts /items/2/kcal'],
      ],
      [
        'POST',
        '/wellbeing',
        { text: 'Fine', recorded_at: minutesFromNow(62) },
        ['in_the_future /recorded_at'],
      ],
      [
        'PUT',
        `/days/${tomorrow}/activity`,
        { active_kcal: 500, total_kcal: 400 },
        ['in_the_future /day', 'parts_exceed_whole /total_kcal'],
      ],
      [
        'PUT',
        `/days/2001-01-01/sleep`,
        { bedtime: '23:00', wake_time: '06:00', asleep_minutes: 700 },
        ['long_ago /day', 'parts_exceed_whole /asleep_minutes'],
      ],
    ];
    for (const [method, path, body, notices] of writes) {
      const { status, body: answer } = await call(method, path, { token, body });
      expect([status < 300, path, told(answer.notices)]).toEqual([true, path, notices]);
      for (const { message } of answer.notices) expect(message).toMatch(/^[\w/].+\.$/);
      const day = (await call('GET', `/days/${answer.day}`, { token })).body;
      const { notices: _, ...stored } = answer;
      const shown = [...day.meals, ...day.wellbeing, day.activity, day.sleep];
      expect(shown).toContainEqual(stored);
    }
  });

  proves(['C10.no_notices'], 'in good order tells nothing', async () => {
    const { token } = await newConnection();
    const day = today('UTC');
    for (const [method, path, body] of [
      ['POST', '/meals', meal],
      ['POST', '/meals', { ...meal, eaten_at: minutesFromNow(58) }],
      ['POST', '/wellbeing', { text: 'Fine' }],
      ['POST', '/wellbeing', { text: 'Fine' }],
      ['PUT', `/days/${day}/activity`, { steps: 8000 }],
      ['PUT', `/days/${day}/sleep`, { asleep_minutes: 420 }],
    ] as const)
      expect([path, (await call(method, path, { token, body })).body.notices]).toEqual([path, []]);
  });

  proves(
    ['C10.notices_of_changes'],
    'that corrects tells what is stored then, and points into the correction',
    async () => {
      const { token } = await newConnection();
      const wrong = { ...item, carbs_g: 10, sugar_g: 20 };
      const { id } = (await call('POST', '/meals', { token, body: { ...meal, items: [item, wrong, item] } }))
        .body;
      const day = today('UTC');
      const night = { bedtime: '23:00', wake_time: '06:00', asleep_minutes: 400 };
      await call('PUT', `/days/${day}/sleep`, { token, body: night });
      const { id: note } = (await call('POST', '/wellbeing', { token, body: { text: 'Fine' } })).body;
      const corrections: [path: string, body: object, notices: string[]][] = [
        [`/meals/${id}`, { notes: 'At work' }, ['parts_exceed_whole /items/1/carbs_g']],
        [
          `/meals/${id}`,
          { remove_items: ['i1'], items: [{ id: 'i3', weight_g: 1 }] },
          ['parts_exceed_whole /items/0/carbs_g', 'parts_exceed_whole /items/0/weight_g'],
        ],
        [
          `/meals/${id}`,
          { items: [{ id: 'i3', portion: 'one' }] },
          ['parts_exceed_whole /items/0/carbs_g', 'parts_exceed_whole /items/0/weight_g'],
        ],
        [
          `/meals/${id}`,
          { add_items: [item, { ...item, carbs_g: 100, kcal: 90 }], eaten_at: '2999-01-01T10:00:00Z' },
          [
            'in_the_future /eaten_at',
            'parts_exceed_whole /items/0/carbs_g',
            'parts_exceed_whole /items/1/weight_g',
            'energy_below_parts /add_items/1/kcal',
          ],
        ],
        [
          `/meals/${id}`,
          { multiply: 2 },
          [
            'in_the_future /eaten_at',
            'parts_exceed_whole /multiply',
            'parts_exceed_whole /multiply',
            'energy_below_parts /multiply',
          ],
        ],
        [`/days/${day}/sleep`, { score: 80 }, []],
        [`/days/${day}/sleep`, { wake_time: '05:00' }, ['parts_exceed_whole /asleep_minutes']],
        [`/days/${day}/sleep`, { score: 81 }, ['parts_exceed_whole /asleep_minutes']],
        [`/wellbeing/${note}`, { recorded_at: '2001-01-01T10:00:00Z' }, ['long_ago /recorded_at']],
        [`/wellbeing/${note}`, { text: 'Well' }, ['long_ago /recorded_at']],
      ];
      for (const [path, body, notices] of corrections) {
        const { status, body: answer } = await call('PATCH', path, { token, body });
        expect([status, body, told(answer.notices)]).toEqual([200, body, notices]);
      }
    },
  );

  proves(
    ['C10.notices_of_changes', 'C10.restore'],
    'that puts back tells what the meal repeats by now',
    async () => {
      const { token } = await newConnection();
      const restored = async (id: string) =>
        (await call('POST', `/records/${id}/restore`, { token, body: {} })).body;
      const { id } = (
        await call('POST', '/meals', { token, body: { ...meal, eaten_at: '2999-01-01T10:00:00Z' } })
      ).body;
      await call('DELETE', `/meals/${id}`, { token });
      expect((await restored(id)).notices).toEqual([]);
      await call('DELETE', `/meals/${id}`, { token });
      const again = (
        await call('POST', '/meals', { token, body: { ...meal, eaten_at: '2999-01-01T10:00:00Z' } })
      ).body;
      const { notices } = await restored(id);
      expect(told(notices)).toEqual(['repeated ']);
      expect(notices[0].message).toContain(again.id);
      const { id: night } = (await call('PUT', '/days/2001-01-01/sleep', { token, body: { score: 1 } })).body;
      await call('DELETE', `/sleep/${night}`, { token });
      expect((await restored(night)).notices).toEqual([]);
    },
  );

  proves(['C10.notices_kept', 'C7.replay'], 'is repeated with the notices that it had', async () => {
    const { token } = await newConnection();
    const send = () =>
      call('POST', '/meals', { token, body: meal, headers: { 'Idempotency-Key': 'second' } });
    await log(token, meal);
    const first = await send();
    expect(told(first.body.notices)).toEqual(['repeated ']);
    const again = await send();
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });
});

describe('a meal', () => {
  const at = (time: string) => ({ ...meal, eaten_at: time, items: [item, { ...item, name: 'Pear' }] });

  proves(['C10.notices'], 'that was stored within 15 minutes is a repeat, which names it', async () => {
    const { token } = await newConnection({ timeZone: 'UTC' });
    const first = expectSuccess(logMeal, await log(token, at('2026-10-04T23:50:00+00:00')));
    const repeats = [
      at('2026-10-04T23:50:00Z'),
      at('2026-10-05T00:05:00+00:00'),
      at('2026-10-04T23:35:00+00:00'),
      // The same moment on other days.
      at('2026-10-05T13:50:00+14:00'),
      at('2026-10-04T09:50:00-14:00'),
      { ...at('2026-10-04T23:50:00Z'), items: at('').items.toReversed(), description: 'Told again' },
    ];
    for (const repeat of repeats) {
      const { id, notices } = expectSuccess(logMeal, await log(token, repeat));
      expect([repeat, told(notices)]).toEqual([repeat, ['repeated ']]);
      expect(notices[0].message).toContain(first.id);
      await call('DELETE', `/meals/${id}`, { token });
    }
    const others = [
      at('2026-10-05T00:05:00.001+00:00'),
      at('2026-10-04T23:34:59.999+00:00'),
      { ...at('2026-10-04T23:50:00Z'), meal_type: 'dinner' },
      { ...at('2026-10-04T23:50:00Z'), items: [item] },
    ];
    for (const other of others) {
      const { id, notices } = expectSuccess(logMeal, await log(token, other));
      expect([other, notices]).toEqual([other, []]);
      await call('DELETE', `/meals/${id}`, { token });
    }
    const { profiles } = (await call('GET', '/profiles', { token })).body;
    const { id: profile_id } = (await call('POST', '/profiles', { token, body: { name: 'Child' } })).body;
    expect(profile_id).not.toBe(profiles[0].id);
    const elsewhere = await log(token, { ...at('2026-10-04T23:50:00Z'), profile_id });
    expect(elsewhere.body.notices).toEqual([]);
    expect((await list(token, '2026-10-04')).body.meals).toHaveLength(1);
  });
});
