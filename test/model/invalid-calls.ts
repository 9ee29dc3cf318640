import { type Json, NUTRIENTS } from './diary.ts';
import { addDays } from './zones.ts';

const today = new Date().toISOString().slice(0, 10);
const GOOD_ITEM = { name: 'Soup', ...Object.fromEntries(NUTRIENTS.map((field) => [field, 1])) };
const GOOD_MEAL = { meal_type: 'lunch', items: [GOOD_ITEM] };
const meal = (fields: Json) => ({ op: 'log_meal', body: { ...GOOD_MEAL, ...fields } });
const mealItem = (fields: Json) => meal({ items: [{ ...GOOD_ITEM, ...fields }] });
const correction = (body: Json) => ({ op: 'update_meal', kind: 'meal', body });
const ofDay = (op: string, body: Json, on = today) => ({ op, params: { day: on }, body });
const reading = (op: string, query: Record<string, string>, params = {}) => ({ op, query, params });

/** Calls that are a 400, whatever is stored (contract, conventions and resources); `kind` is of the record whose id they name. */
export const INVALID_CALLS: readonly Json[] = [
  ...[{ items: [] }, { items: Array(51).fill(GOOD_ITEM) }, { meal_type: 'brunch' }, { calories: 1 }].map(
    meal,
  ),
  ...[{ eaten_at: '2026-02-29T10:00:00+01:00' }, { eaten_at: '2026-02-20T10:00:00' }].map(meal),
  ...[{ eaten_at: '2026-02-20T24:00:00Z' }, { confidence: 1.1 }, { notes: 'x'.repeat(1001) }].map(meal),
  ...[{ description: 'x'.repeat(2001) }, { model: '\0' }, { profile_id: 'x'.repeat(65) }].map(meal),
  ...[{ kcal: -1 }, { kcal: 20_000.01 }, { name: '' }, { name: '  ' }, { weight_g: 0 }].map(mealItem),
  ...[{ fiber_g: 501 }, { sodium_mg: 'much' }, { id: 'i1' }, { portion: 'x'.repeat(121) }].map(mealItem),
  ...[{}, { notes: null }, { multiply: 0 }, { multiply: -1 }, { multiply: 1e308 }].map(correction),
  ...[{ multiply: 100.1 }, { items: [{ kcal: 1 }] }, { clear: ['items'] }, { totals: {} }].map(correction),
  ...[{ items: [{ id: 'i99', kcal: 1 }] }, { remove_items: ['i99'] }, { day: today }].map(correction),
  ...[
    { notes: 'x', clear: ['notes'] },
    { multiply: 2, add_items: [GOOD_ITEM] },
  ].map(correction),
  ...[{ items: [{ id: 'i1', kcal: 1, multiply: 2 }] }, { add_items: Array(51).fill(GOOD_ITEM) }].map(
    correction,
  ),
  ...[{ steps: 200_001 }, { steps: 1.5 }, { resting_hr: 19 }, { workouts: [{ minutes: 1 }] }].map((body) =>
    ofDay('set_activity', body),
  ),
  ofDay('set_activity', { workouts: Array(31).fill({ type: 'Walk' }) }),
  ...['2026-02-30', '2026-1-1', '0000-01-01'].map((on) => ofDay('set_activity', { steps: 1 }, on)),
  ...[{}, { clear: ['nothing'] }, { workouts: [], add_workouts: [] }].map((body) =>
    ofDay('update_activity', body),
  ),
  ...[{ bedtime: '24:00' }, { score: 101 }, { add_workouts: [{ type: 'Run' }] }].map((body) =>
    ofDay('update_sleep', body),
  ),
  ...[{ text: '' }, { text: 'x', statements: [{ kind: 'food' }] }, { text: 'x', links: [{ did: 'x' }] }].map(
    (body) => ({ op: 'add_wellbeing_note', body }),
  ),
  { op: 'add_wellbeing_note', body: { text: 'x', statements: Array(61).fill({ kind: 'food', text: 'x' }) } },
  ...[{}, { text: '' }, { clear: ['text'] }].map((body) => ({
    op: 'update_wellbeing_note',
    kind: 'wellbeing',
    body,
  })),
  { op: 'restore_record', kind: 'meal', body: { version: 0 } },
  ...[[], [today, today], ['2026-02-30'], Array.from({ length: 32 }, (_, n) => addDays(today, -n))].map(
    (days) => ({
      op: 'copy_meal',
      kind: 'meal',
      body: { days },
    }),
  ),
  ...['', '\u200b', 'x'.repeat(61)].map((name) => ({ op: 'create_profile', body: { name } })),
  ...[0, 366, 1.5].map((expires_in_days) => ({ op: 'create_share_link', body: { expires_in_days } })),
  reading('list_days', { from: today, to: addDays(today, -1) }),
  reading('list_days', { from: addDays(today, -93), to: today }),
  reading('get_range', { from: addDays(today, -366), to: today }),
  reading('get_range', { from: today }),
  reading('get_period', {}, { period: 'yearly' }),
  reading('list_changes', { limit: '101' }),
  reading('find_foods', { limit: '51' }),
  reading('list_meals', { date: today }),
];
