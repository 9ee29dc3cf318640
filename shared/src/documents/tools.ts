import { z } from 'zod';
import { optional } from '../contract/fields.ts';
import { LIMITS } from '../contract/limits.ts';
import { REQUIRED_NUTRIENTS } from '../contract/measures.ts';
import type { Operation } from '../contract/operation.ts';
import { whoami } from '../contract/operations/account.ts';
import { setActivity, updateActivity } from '../contract/operations/activity.ts';
import { copyMeal } from '../contract/operations/copies.ts';
import { getDay, listDays } from '../contract/operations/days.ts';
import { findFoods } from '../contract/operations/foods.ts';
import { listChanges, restoredRecord, restoreRecord } from '../contract/operations/history.ts';
import { updateMeal } from '../contract/operations/meal-correction.ts';
import { deleteMeal, listMeals, logMeal } from '../contract/operations/meals.ts';
import { createProfile, listProfiles } from '../contract/operations/profiles.ts';
import { RECORD_DELETIONS } from '../contract/operations/record-deletions.ts';
import { getReport, getReportOfRange, reportPeriod } from '../contract/operations/reports.ts';
import { createShareLink, listShareLinks, revokeShareLink } from '../contract/operations/share-links.ts';
import { setSleep, updateSleep } from '../contract/operations/sleep.ts';
import { addWellbeingNote, updateWellbeingNote } from '../contract/operations/wellbeing.ts';
import { namedFigures } from './named-figures.ts';
import { flattenedInput, type Tool, toolOf } from './tool.ts';

/** Shorter than ids are, in a list that has room for little. */
const A_MEAL = { id: 'meal_01a1fc97' };

const DELETIONS: Record<string, Operation> = RECORD_DELETIONS;

/** Four operations of REST: a model asks for one kind of record. */
const deleteRecord = toolOf(deleteMeal, {
  name: 'delete_record',
  title: 'Delete a record',
  description: `Delete one record. To be asked is consent: do it without asking back; so with a wrong entry of yours. restore_record puts it back for ${LIMITS.keptDays} days. \`id\` is from the answer that recorded it, list_meals or get_day. One food of a meal: update_meal with \`remove_items\`.`,
  example: { kind: 'meal', ...A_MEAL },
  input: z.strictObject({
    kind: z.enum(Object.keys(DELETIONS)),
    ...flattenedInput(deleteMeal).shape,
  }),
  operations: Object.values(DELETIONS),
  operationFor: ({ kind }) => DELETIONS[String(kind)] as Operation,
});

type DayTool = Parameters<typeof toolOf>[1] & { set: Operation; update: Operation };

/** A tool that sets what a day has one of, or with `merge` changes what it names of it (`C6.merge`). */
const dayTool = ({ set, update, ...presentation }: DayTool): Tool => {
  const { idempotency_key, ...flattened } = flattenedInput(set).shape;
  const whenMerging = Object.entries(update.body?.shape ?? {}).filter(([name]) => !(name in flattened));
  const fields: Record<string, z.ZodType> = {
    ...flattened,
    merge: optional(z.boolean()).meta({ description: 'true keeps the rest.' }),
    ...Object.fromEntries(whenMerging),
    // The list has no room to say the names twice.
    clear: optional(z.array(z.enum(Object.keys(set.body?.shape ?? {})).meta({ enum: undefined }))).meta({
      description: 'Fields to empty.',
    }),
    idempotency_key,
  };
  const input = z.strictObject(fields).check(({ value, issues }) => {
    for (const [name] of whenMerging)
      if (value[name] !== undefined && value[name] !== null && value.merge !== true)
        issues.push(refusal(name, value, 'needs `merge: true`: without it the whole day is replaced'));
  });
  return toolOf(set, {
    input,
    operations: [set, update],
    operationFor: ({ merge }) => (merge === true ? update : set),
    ...presentation,
  });
};

/** What a schema alone cannot say of an argument. */
const refusal = (name: string, input: unknown, message: string) => ({
  code: 'custom' as const,
  path: [name],
  input,
  message,
});

/** A report of a period or of a range (`C6.report`). */
const report = toolOf(getReport, {
  title: 'Read a report',
  description: `Totals, averages over the days with meals, foods, kinds of meal, averages of activity and sleep, sources: use these, not your own sums. Of a \`period\` (today, this week from Monday, this calendar month), or of all days \`from\` to \`to\`, at most ${LIMITS.reportDays}: the last two weeks are 14 days with today.`,
  example: { period: 'weekly' },
  input: z
    .strictObject({
      period: optional(reportPeriod),
      ...flattenedInput(getReportOfRange).shape,
    })
    .check(({ value, issues }) => {
      const { period, from, to } = value as Record<string, unknown>;
      const refuse = (name: string, message: string) => issues.push(refusal(name, value, message));
      if (period && (from || to))
        refuse('period', 'stands beside `from` or `to`: send `period` alone, or both of these');
      else if (!period && !from && !to) refuse('period', 'is missing: send it, or both `from` and `to`');
      else if (!period && !(from && to))
        refuse(from ? 'to' : 'from', `is missing: \`${from ? 'from' : 'to'}\` needs it`);
    }),
  operations: [getReport, getReportOfRange],
  operationFor: ({ period }) => (period ? getReport : getReportOfRange),
});

const { q, ...foodQuery } = flattenedInput(findFoods).shape;

/** Every tool of the MCP server, in the order that clients see: those of the specification (part 4), then the others. */
export const TOOLS: readonly Tool[] = [
  toolOf(logMeal, {
    title: 'Log a meal',
    description: `Record what the person ate or drank as they tell you: one call a meal, one item a food or drink; a spread or oil with an amount of its own is an item. Estimate for the portion eaten, cooked unless they say raw (oz 28.35 g, cup 240 ml, tablespoon 15 ml): ${namedFigures(REQUIRED_NUTRIENTS)}, where 0 is none; alcohol counts in \`kcal\` alone. \`confidence\`: how sure you are. \`model\`: you, without a version you do not know. \`eaten_at\`: local time with its offset, never the future; for an earlier meal its usual time. Just after midnight ask which day. find_foods has what they ate before; copy_meal the same meal again; update_meal mends.`,
    example: {
      meal_type: 'lunch',
      eaten_at: '2026-10-04T13:05:00+02:00',
      items: [{ name: 'Lentil soup', kcal: 310, protein_g: 18, carbs_g: 45, fat_g: 6.5 }],
    },
  }),
  toolOf(listMeals, {
    title: 'List meals',
    description: `The meals of a day with totals and the ids for update_meal, copy_meal and delete_record. Null is unknown, not 0; \`coverage\` says how many items state it.`,
    example: { day: '2026-10-04' },
  }),
  toolOf(getDay, {
    title: 'Read a day',
    description: `All of a day with every id: meals, totals, activity, sleep, notes, and the person's own targets. Null is unknown or not recorded, not 0.`,
  }),
  toolOf(listDays, {
    title: 'Compare days',
    description: `Totals, activity and sleep of each day \`from\` to \`to\`, at most ${LIMITS.daysRange}; foods and notes are in get_day, averages in get_report. Without both: the last 7 days; one alone: to today, or the 7 to it. \`meal_count\` 0: nothing recorded, not nothing eaten.`,
    example: { from: '2026-09-28' },
  }),
  dayTool({
    set: setActivity,
    update: updateActivity,
    title: 'Set activity',
    description: `Record how the person moved on a day, as told or measured: work out no steps or energy. \`merge: true\` adds or corrects: what you do not send stays, \`add_workouts\` adds, \`clear\` empties; give the same \`profile_id\`. Without it the whole day is replaced. \`distance_km\` is of the whole day; a workout's distance goes into its \`type\`, its energy into its \`kcal\`, not the day's unless they say so. Just after midnight ask which day.`,
    example: { day: '2026-10-04', merge: true, add_workouts: [{ type: 'Running, 5 km', minutes: 35 }] },
  }),
  dayTool({
    set: setSleep,
    update: updateSleep,
    title: 'Set sleep',
    description: `Record a night's sleep, as told or measured, on the day of waking up: last night is today. A nap is no night: add_wellbeing_note. \`merge: true\` adds or corrects: what you do not send stays, \`clear\` empties; give the same \`profile_id\`. Without it the whole night is replaced. Work out no minutes or stages: two clock times are \`bedtime\` and \`wake_time\` alone.`,
    example: { day: '2026-10-04', merge: true, bedtime: '23:40', wake_time: '07:15' },
  }),
  toolOf(addWellbeingNote, {
    title: 'Add a note',
    description: `Keep what the person says about how they feel, or what fits no other field: a fast, a medicine, their weight. \`text\` has their words, in full and unchanged; you may split them into facts (\`statements\`) and tie what they did to what they felt (\`links\`), if they did. Do not interpret or diagnose. A sentence about two days is two notes, each with its part, at noon where no time is known, never in the future. Just after midnight ask which day.`,
    example: {
      text: 'Felt awake all day.',
      recorded_at: '2026-10-04T21:10:00+02:00',
    },
  }),
  deleteRecord,
  report,
  toolOf(listShareLinks, {
    title: 'List report links',
    description: `Report links that still work, what each shows, and the \`id\` for revoke_share_link.`,
  }),
  toolOf(createShareLink, {
    title: 'Create a report link',
    description: `Make a link that shows, without signing in, the kinds in \`shows\` of the days \`from\` to \`to\`; without these all that is recorded, past and to come, the words of notes too; of every profile, later ones too, unless \`profile_id\` names one. Only when they ask, and no more than they named. Suggest an expiry. Give \`url\` to the person alone.`,
    example: { shows: ['meals', 'activity'], expires_in_days: 30 },
    // Whoever is given the link can open what it shows.
    hints: { openWorldHint: true },
  }),
  toolOf(revokeShareLink, {
    title: 'Revoke a report link',
    description: `End a report link at once and for good. \`id\` is from list_share_links, not the address.`,
    example: { id: 'lnk_01a1fc97' },
  }),
  toolOf(listProfiles, {
    title: 'List profiles',
    description: `The diaries of the account, such as one for a child. Without \`profile_id\` a tool uses the default one. What somebody else ate goes into a profile of their own: if there is none, ask.`,
  }),
  toolOf(createProfile, {
    title: 'Create a profile',
    description: `Begin another diary in the account, at most ${LIMITS.profilesPerAccount}. Only when the person asks; look in list_profiles first: names can repeat.`,
    example: { name: 'Ana' },
  }),
  toolOf(whoami, {
    title: 'Who is connected',
    description: `Whose account this is, what you may do (\`scopes\`), language, profiles, and what time it is there; of several profiles ask which is theirs: the default one may be another person's. Elsewhere than its zone send every time and day yourself.`,
  }),
  toolOf(updateMeal, {
    title: 'Correct a meal',
    description: `Only what you send changes; totals and day follow; the profile stays. \`items\` changes items by \`id\` (from list_meals or log_meal), \`add_items\` adds, \`remove_items\` removes. Another amount: \`multiply\` in the item or for the meal (8 oz, not 6: 1.3333) instead of figures, with the new \`portion\`. \`description\` keeps the person's words, the correction added. \`clear\` empties. restore_record undoes it for ${LIMITS.keptDays} days.`,
    example: {
      ...A_MEAL,
      items: [{ id: 'i1', portion: 'two bowls', multiply: 2 }],
      remove_items: ['i2'],
    },
  }),
  toolOf(updateWellbeingNote, {
    title: 'Correct a note',
    description: `Only what you send changes; \`text\` is the whole text, with the words that were there; \`clear\` empties. \`id\` is from get_day. restore_record undoes it for ${LIMITS.keptDays} days.`,
    example: { id: 'note_01a1fc97', text: 'I slept badly. No: only until four.' },
  }),
  toolOf(copyMeal, {
    title: 'Copy a meal',
    description: `Record a meal again on other days: same items, figures and time of day, no \`description\`. All days or none. \`id\` is from list_meals, or \`meal_id\` of find_foods. Then update_meal what differs.`,
    example: { ...A_MEAL, days: ['2026-10-07', '2026-10-08'] },
  }),
  toolOf(findFoods, {
    title: 'Find foods',
    description: `What the person ate in the last ${LIMITS.foodDays} days, most often first, with portion and figures as last recorded. Look before you estimate; scale them to the portion eaten.`,
    example: { query: 'yogh' },
    input: z.strictObject({ query: q, ...foodQuery }),
    toOperationInput: ({ query, ...input }) => ({ ...input, q: query }),
  }),
  toolOf(listChanges, {
    title: 'List changes',
    description: `What was corrected, replaced, deleted or put back in the last ${LIMITS.keptDays} days, by whom, with the \`record_id\` for restore_record.`,
    example: { limit: 5 },
  }),
  toolOf(restoreRecord, {
    title: 'Put a record back',
    description: `Undo, for ${LIMITS.keptDays} days: a deleted record comes back, any other goes back by one change (again: redo), or to \`version\`; list_changes has ids and versions.`,
    example: A_MEAL,
    output: restoredRecord,
    // What stood there is replaced, though it is kept.
    hints: { destructiveHint: true },
  }),
];

const BY_NAME = new Map<unknown, Tool>(TOOLS.map((tool) => [tool.name, tool]));

/** The tool of this name, if there is one. */
export const findTool = (name: unknown): Tool | undefined => BY_NAME.get(name);
