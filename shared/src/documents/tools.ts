import { z } from 'zod';
import { id } from '../contract/fields.ts';
import { LIMITS } from '../contract/limits.ts';
import { REQUIRED_NUTRIENTS } from '../contract/measures.ts';
import type { Operation } from '../contract/operation.ts';
import { whoami } from '../contract/operations/account.ts';
import { setActivity } from '../contract/operations/activity.ts';
import { getDay, listDays } from '../contract/operations/days.ts';
import { deleteMeal, listMeals, logMeal } from '../contract/operations/meals.ts';
import { createProfile, listProfiles } from '../contract/operations/profiles.ts';
import { RECORD_DELETIONS } from '../contract/operations/record-deletions.ts';
import { getReport } from '../contract/operations/reports.ts';
import { createShareLink, listShareLinks, revokeShareLink } from '../contract/operations/share-links.ts';
import { setSleep } from '../contract/operations/sleep.ts';
import { addWellbeingNote } from '../contract/operations/wellbeing.ts';
import { namedByUnit } from './named-figures.ts';
import { type Tool, toolOf } from './tool.ts';

const DELETIONS: Record<string, Operation> = RECORD_DELETIONS;

/** Four operations of REST: a model asks for one kind of record. */
const deleteRecord: Tool = {
  ...toolOf(deleteMeal, {
    title: 'Delete a record',
    description: `Delete one record: a meal, a day's activity, a night's sleep or a wellbeing note. When the person asks, or to remove a wrong entry of yours once the right one is recorded; otherwise ask first: nothing brings it back. \`id\` is the record's own, from log_meal, list_meals or get_day. An item of a meal cannot be deleted alone: log the meal again without it first. Deleted already, or another \`kind\`: not_found.`,
    example: { kind: 'meal', ...deleteMeal.example.params },
  }),
  name: 'delete_record',
  input: z.strictObject({
    kind: z.enum(Object.keys(DELETIONS)).meta({ description: 'What the record is.' }),
    id: id.meta({ description: "The record's id." }),
  }),
  operations: Object.values(DELETIONS),
  operationFor: ({ kind }) => DELETIONS[String(kind)] as Operation,
};

/** Every tool of the MCP server, in the order of the specification (part 4), which is the order that clients see. */
export const TOOLS: readonly Tool[] = [
  toolOf(logMeal, {
    title: 'Log a meal',
    description: `Record what the person ate or drank as soon as they tell or show you: one call a meal, one item a food. Estimate for the portion eaten, not for 100 g. Every item needs ${namedByUnit(REQUIRED_NUTRIENTS)}; 0 means none. Other figures only where you can tell. \`description\` keeps their words, \`model\` names you, \`confidence\` is how sure you are. \`eaten_at\` is local time with its offset, and the meal belongs to its date: leave it out for now, or if you have no clock; give an earlier meal its usual time; just after midnight ask which day they mean. A meal cannot be edited: log it again as it should be, with its \`eaten_at\` and \`profile_id\`, then delete_record the wrong one.`,
    example: {
      meal_type: 'lunch',
      items: [
        { name: 'Lentil soup', portion: 'one bowl', kcal: 310, protein_g: 18, carbs_g: 45, fat_g: 6.5 },
      ],
      model: 'example-model-1',
      confidence: 0.7,
    },
  }),
  toolOf(listMeals, {
    title: 'List the meals of a day',
    description: `The meals of a day with items, ids and totals. Use it before you add or delete a meal. A total that is null is unknown, not 0; \`coverage\` says how many items state it.`,
    example: { day: '2026-10-04' },
  }),
  toolOf(getDay, {
    title: 'Read a day',
    description: `All of a day: meals and totals, activity, sleep, wellbeing notes, and the person's own targets. Use it for questions about a day, and just before set_activity or set_sleep. Null is unknown or not recorded, not 0.`,
  }),
  toolOf(listDays, {
    title: 'Compare days',
    description: `Totals, activity and sleep of each day from \`from\` to \`to\`, both included, at most ${LIMITS.daysRange} days; what was eaten and noted is in get_day. Without both: the last 7 days; \`from\` alone: to today; \`to\` alone: the 7 days that end there. Divide by the days with meals for a daily average: \`meal_count\` 0 means nothing recorded, not nothing eaten.`,
    example: { from: '2026-09-28', to: '2026-10-04' },
  }),
  toolOf(setActivity, {
    title: "Set a day's activity",
    description: `Record how the person moved on a day, from their words or device. It replaces all of that day's activity, even what you leave out: to add to it, read get_day just before and send it all again except \`id\`, \`client_name\`, \`created_at\`, \`updated_at\` and a \`source_app\` that is the \`client_name\`. Do not work out steps or energy yourself. The distance of one workout goes into its \`type\`. Kilometres, minutes, kilocalories, beats per minute at rest.`,
    example: { day: '2026-10-04', steps: 8400, workouts: [{ type: 'Running, 5 km', minutes: 35 }] },
  }),
  toolOf(setSleep, {
    title: "Set a night's sleep",
    description: `Record a night's sleep, from the person's words or device. It belongs to the day of waking up: last night is today. A nap is no night: add_wellbeing_note. It replaces all that was recorded for that night, even what you leave out: to add to it, read get_day just before and send it all again except \`id\`, \`client_name\`, \`created_at\`, \`updated_at\`. Do not work out minutes, stages or scores yourself: two clock times are \`bedtime\` and \`wake_time\` alone.`,
    example: { day: '2026-10-04', bedtime: '23:40', wake_time: '07:15', asleep_minutes: 421 },
  }),
  toolOf(addWellbeingNote, {
    title: 'Add a wellbeing note',
    description: `Keep what the person says about how they feel, or what no other field fits: a fast, a medicine, their weight. Their words go into \`text\`, in full and unchanged. You may split them into single facts in \`statements\`, and tie what they did to what they felt in \`links\`, with their words as \`quote\`: only ties they made. Do not interpret, diagnose or add. \`recorded_at\` is local time with its offset, and the note belongs to its date; left out, it is now.`,
    example: {
      text: 'I ran before work and felt awake all morning.',
      recorded_at: '2026-10-04T21:10:00+02:00',
    },
  }),
  deleteRecord,
  toolOf(getReport, {
    title: 'Read a report',
    description: `Totals, averages over the days with meals, most frequent foods, kinds of meal, averages of activity and sleep, and the models behind the figures: for today, this week from Monday, or this month. For other periods use list_days. Figures, not advice: what you say about them you say as yourself.`,
  }),
  toolOf(listShareLinks, {
    title: 'List the report links',
    description: `The report links that still work, with how often each was opened. Use it before you create another, and for the id that revoke_share_link takes; \`created_at\` tells them apart.`,
  }),
  toolOf(createShareLink, {
    title: 'Create a report link',
    description: `Make a link that shows, without signing in, all that is recorded, past and to come: meals, activity, sleep, targets and notes in the person's own words; of every profile unless \`profile_id\` names one. Only when they ask to share, for instance with a nutritionist or trainer, and know what it shows. Suggest an expiry (\`expires_in_days\`, 1 to ${LIMITS.shareLinkDays}); without it the link works until revoked. Give \`url\` to the person and to nobody else.`,
    example: { expires_in_days: 30 },
    // Whoever is given the link can open what it shows.
    hints: { openWorldHint: true },
  }),
  toolOf(revokeShareLink, {
    title: 'Revoke a report link',
    description: `End a report link at once and for good, when the person no longer wants to share. \`id\` is from list_share_links, not the address.`,
  }),
  toolOf(listProfiles, {
    title: 'List the profiles',
    description: `The diaries of the account, such as one for a child. Without \`profile_id\` a tool uses the default one, but create_share_link shares every one. What somebody else ate goes into a profile of their own: if there is none, ask. \`time_zone\` decides what "today" is.`,
  }),
  toolOf(createProfile, {
    title: 'Create a profile',
    description: `Begin another diary in the account, which can hold ${LIMITS.profilesPerAccount}. Only when the person asks for one; look in list_profiles first: two can have the same name.`,
  }),
  toolOf(whoami, {
    title: 'Show who is connected',
    description: `Whose account this is, what you may do (\`scopes\`), its language and profiles, and what time and weekday it is (\`now\`, \`weekday\`). Use it once at the start; where there are several profiles, ask which is theirs: the default one may be another person's.`,
  }),
];

const BY_NAME = new Map<unknown, Tool>(TOOLS.map((tool) => [tool.name, tool]));

/** The tool of this name, if there is one. */
export const findTool = (name: unknown): Tool | undefined => BY_NAME.get(name);
