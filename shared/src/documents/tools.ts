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
import { namedByUnit } from './named-figures.ts';
import { flattenedInput, type Tool, toolOf } from './tool.ts';

/** Shorter than ids are, in a list that has room for little. */
const A_MEAL = { id: 'meal_01a1fc97' };

const DELETIONS: Record<string, Operation> = RECORD_DELETIONS;

/** Four operations of REST: a model asks for one kind of record. */
const deleteRecord = toolOf(deleteMeal, {
  name: 'delete_record',
  title: 'Delete a record',
  description: `Delete one record. If the person asks, do it without asking back; so with a wrong entry of yours. For ${LIMITS.keptDays} days restore_record puts it back. \`id\` is from the answer that recorded it, list_meals or get_day. One food of a meal: update_meal with \`remove_items\`. Deleted already, or another \`kind\`: not_found.`,
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
    merge: optional(z.boolean()).meta({ description: 'true: what is not sent stays.' }),
    ...Object.fromEntries(whenMerging),
    // Every field has one of these names, and the list has no room to say them twice.
    clear: optional(z.array(z.string())).meta({ description: 'Fields to empty.' }),
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
  description: `Totals, averages over the days with meals, foods, kinds of meal, averages of activity and sleep, sources: use these rather than your own sums. For a \`period\` (\`daily\`: today, \`weekly\`: from Monday, \`monthly\`: calendar month), or all days \`from\` to \`to\`, at most ${LIMITS.reportDays}; the last two weeks are 14 days with today.`,
  example: { from: '2026-09-21', to: '2026-10-04' },
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
    description: `Record what the person ate or drank as soon as they tell you: one call a meal, one item a food; a spread or oil with an amount of its own is an item. Estimate for the portion eaten, not for 100 g, cooked unless they say raw (1 oz 28.35 g, 1 cup 240 ml, 1 tablespoon 15 ml). Every item needs ${namedByUnit(REQUIRED_NUTRIENTS)}; 0 is none; alcohol counts in \`kcal\` alone. \`model\` names you, without a version you do not know; \`confidence\` is how sure you are. \`eaten_at\` is local time with its offset, for an earlier meal its usual time, never the future. Just after midnight ask which day they mean. Known foods: find_foods first. The same meal again: copy_meal. A mistake: update_meal.`,
    example: {
      meal_type: 'lunch',
      items: [{ name: 'Lentil soup', kcal: 310, protein_g: 18, carbs_g: 45, fat_g: 6.5 }],
    },
  }),
  toolOf(listMeals, {
    title: 'List the meals of a day',
    description: `The meals of a day with totals and the ids that update_meal, copy_meal and delete_record take. Null is unknown, not 0; \`coverage\` says how many items state it.`,
    example: { day: '2026-10-04' },
  }),
  toolOf(getDay, {
    title: 'Read a day',
    description: `All of a day with every id: meals, totals, activity, sleep, notes, and the person's own targets. Null is unknown or not recorded, not 0.`,
  }),
  toolOf(listDays, {
    title: 'Compare days',
    description: `Totals, activity and sleep of each day \`from\` to \`to\`, at most ${LIMITS.daysRange}; foods and notes are in get_day, averages in get_report. Without both: the last 7 days; one alone: from it to today, or the 7 days to it. \`meal_count\` 0: nothing recorded, not nothing eaten.`,
    example: { from: '2026-09-28', to: '2026-10-04' },
  }),
  dayTool({
    set: setActivity,
    update: updateActivity,
    title: "Set a day's activity",
    description: `Record how the person moved on a day, as told or measured. Send \`merge: true\` to add or correct: what you do not send stays, \`add_workouts\` adds, \`clear\` empties. Without it the whole day is replaced. Do not work out steps or energy. \`distance_km\` is of the whole day; a workout's distance goes into its \`type\`, its energy into its \`kcal\`, not into the day's unless they say so.`,
    example: { day: '2026-10-04', merge: true, add_workouts: [{ type: 'Running, 5 km', minutes: 35 }] },
  }),
  dayTool({
    set: setSleep,
    update: updateSleep,
    title: "Set a night's sleep",
    description: `Record a night's sleep, as told or measured, on the day of waking up: last night is today. A nap is no night: add_wellbeing_note. Send \`merge: true\` to add or correct: what you do not send stays, \`clear\` empties. Without it the whole night is replaced. Do not work out minutes or stages: two clock times are \`bedtime\` and \`wake_time\` alone.`,
    example: { day: '2026-10-04', merge: true, bedtime: '23:40', wake_time: '07:15' },
  }),
  toolOf(addWellbeingNote, {
    title: 'Add a wellbeing note',
    description: `Keep what the person says about how they feel, or what no other field fits: a fast, a medicine, their weight. Their words go into \`text\`, in full and unchanged; you may split them into single facts (\`statements\`), and tie what they did to what they felt (\`links\`), if they did. Do not interpret or diagnose. A sentence about two days is two notes, each with its part, at noon where no time is known.`,
    example: {
      text: 'I ran before work and felt awake all morning.',
      recorded_at: '2026-10-04T21:10:00+02:00',
    },
  }),
  deleteRecord,
  report,
  toolOf(listShareLinks, {
    title: 'List the report links',
    description: `The report links that still work, with how often each was opened, and the \`id\` that revoke_share_link takes; \`created_at\` tells them apart.`,
  }),
  toolOf(createShareLink, {
    title: 'Create a report link',
    description: `Make a link that shows, without signing in, all that is recorded, past and to come, the words of notes too; of every profile unless \`profile_id\` names one. Only when they ask to share and know what it shows. Suggest an expiry (\`expires_in_days\`); without it the link works until revoked. Give \`url\` to the person and to nobody else.`,
    example: { expires_in_days: 30 },
    // Whoever is given the link can open what it shows.
    hints: { openWorldHint: true },
  }),
  toolOf(revokeShareLink, {
    title: 'Revoke a report link',
    description: `End a report link at once and for good, when the person wants it. \`id\` is from list_share_links, not the address.`,
  }),
  toolOf(listProfiles, {
    title: 'List the profiles',
    description: `The diaries of the account, such as one for a child. Without \`profile_id\` a tool uses the default one, but create_share_link shares every one. What somebody else ate goes into a profile of their own: if there is none, ask.`,
  }),
  toolOf(createProfile, {
    title: 'Create a profile',
    description: `Begin another diary in the account, which can hold ${LIMITS.profilesPerAccount}. Only when the person asks; look in list_profiles first: names can repeat.`,
  }),
  toolOf(whoami, {
    title: 'Show who is connected',
    description: `Whose account this is, what you may do (\`scopes\`), language, profiles, and what time it is there (\`now\`, \`weekday\`). Use it once at the start; of several profiles ask which is theirs: the default one may be another person's.`,
  }),
  toolOf(updateMeal, {
    title: 'Correct a meal',
    description: `Only what you send changes; totals and day follow. \`items\` changes items by \`id\` (from list_meals or log_meal), \`add_items\` adds, \`remove_items\` removes. Another amount: \`multiply\` in the item or of the meal (8 oz, not 6: 1.3333), without figures; send the new \`portion\`, too. In \`description\` keep the person's words and add the correction. \`clear\` empties fields. The profile stays. restore_record undoes it for ${LIMITS.keptDays} days.`,
    example: {
      ...A_MEAL,
      items: [{ id: 'i1', portion: 'two bowls', multiply: 2 }],
      remove_items: ['i2'],
    },
  }),
  toolOf(updateWellbeingNote, {
    title: 'Correct a wellbeing note',
    description: `Only what you send changes; \`text\` is the whole text, with the words that were there; \`clear\` empties fields. \`id\` is from get_day. restore_record undoes it for ${LIMITS.keptDays} days.`,
    example: { id: 'note_01a1fc97', text: 'I slept badly. No: only until four.' },
  }),
  toolOf(copyMeal, {
    title: 'Copy a meal to other days',
    description: `Record a meal again on other days ("the same breakfast on Wednesday and Thursday"): same items, figures and time of day, no \`description\`. All days or none. \`id\` is from list_meals or \`meal_id\` of find_foods. Then update_meal what differs.`,
    example: { ...A_MEAL, days: ['2026-10-07', '2026-10-08'] },
  }),
  toolOf(findFoods, {
    title: "Find the person's foods",
    description: `What the person ate in the last ${LIMITS.foodDays} days, most often first, with portion and figures as last recorded. Look before you estimate, so that the same yoghurt has the same figures; scale them to the portion eaten. Only their own foods: if nothing is found, estimate.`,
    example: { query: 'yogh' },
    input: z.strictObject({ query: q, ...foodQuery }),
    toOperationInput: ({ query, ...input }) => ({ ...input, q: query }),
  }),
  toolOf(listChanges, {
    title: 'List what was changed',
    description: `What was corrected, replaced, deleted or put back in the last ${LIMITS.keptDays} days, newest first, by whom, with the \`record_id\` for restore_record. \`from\` and \`to\`: when it was changed.`,
    example: { limit: 5 },
  }),
  toolOf(restoreRecord, {
    title: 'Put a record back',
    description: `Undo, for ${LIMITS.keptDays} days: a deleted record comes back, any other goes back by one change (once more: redo), or to \`version\`; list_changes has ids and the version that each change made. Deletes nothing. If the day has another record since, version_conflict names it.`,
    example: A_MEAL,
    output: restoredRecord,
    // What stood there is replaced, though it is kept.
    hints: { destructiveHint: true },
  }),
];

const BY_NAME = new Map<unknown, Tool>(TOOLS.map((tool) => [tool.name, tool]));

/** The tool of this name, if there is one. */
export const findTool = (name: unknown): Tool | undefined => BY_NAME.get(name);
