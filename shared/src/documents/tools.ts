import { z } from 'zod';
import { id } from '../contract/fields.ts';
import { LIMITS } from '../contract/limits.ts';
import { OPTIONAL_NUTRIENTS, REQUIRED_NUTRIENTS } from '../contract/measures.ts';
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
    description: `Delete one record for good: a meal, a day's activity, a night's sleep or a wellbeing note. Use it when the person asks, or to remove a wrong entry of yours, after you have recorded the right one; otherwise ask them first: nothing brings it back. \`id\` is the record's own: log_meal, list_meals and get_day show it. One item of a meal cannot be deleted: log the meal again without it first. Deleting a record again says not_found, and so does a \`kind\` that is not that of the \`id\`.`,
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
    description: `Record what the person ate or drank, as soon as they tell or show you: one call for each time they ate, one item for each food. You estimate, for the portion that was eaten and not for 100 g. Every item needs ${namedByUnit(REQUIRED_NUTRIENTS)}, estimated where not known: 0 means none. ${namedByUnit(OPTIONAL_NUTRIENTS)} only where you can tell. Keep their words in \`description\`, name your model in \`model\` and how sure you are in \`confidence\`, 0 to 1. \`eaten_at\` is the local time with its offset, and the meal belongs to its date; left out, it is now, so give an earlier meal its usual time. The answer has the totals. A meal cannot be edited: log it again as it should be, with the \`eaten_at\` it had, then delete_record the wrong one.`,
    example: {
      meal_type: 'lunch',
      description: 'A bowl of lentil soup',
      items: [
        { name: 'Lentil soup', portion: 'one bowl', kcal: 310, protein_g: 18, carbs_g: 45, fat_g: 6.5 },
      ],
      model: 'example-model-1',
      confidence: 0.7,
    },
  }),
  toolOf(listMeals, {
    title: 'List the meals of a day',
    description: `The meals of one day with their items and totals. Use it to see what is there before you add or delete a meal, and to find a meal's id. A total that is null is unknown, not 0; \`coverage\` says how many items state it.`,
    example: { day: '2026-10-04' },
  }),
  toolOf(getDay, {
    title: 'Read a day',
    description: `Everything for one day: meals and their totals, activity, sleep, wellbeing notes, and the targets that the person set for themselves. Use it for questions about one day, and before set_activity or set_sleep, which replace what is there. Null is unknown or not recorded, not 0.`,
  }),
  toolOf(listDays, {
    title: 'Compare days',
    description: `Totals, activity and sleep of each day from \`from\` to \`to\`, both included, at most ${LIMITS.daysRange} days. Use it for questions about several days; what was eaten is in get_day, and wellbeing notes only there. For a daily average of what they ate, divide by the days with meals, as reports do. Without both: the last 7 days to today; \`from\` alone: to today; \`to\` alone: the 7 days that end there. A day without meals has \`meal_count\` 0 and \`totals\` null: nothing was recorded, which does not mean that nothing was eaten.`,
    example: { from: '2026-09-28', to: '2026-10-04' },
  }),
  toolOf(setActivity, {
    title: "Set a day's activity",
    description: `Record how the person moved on a day, from their words or from their watch or phone. It replaces all of that day's activity, even what you leave out: to add to it, read get_day first and send it all again except \`id\`, \`client_name\`, \`created_at\`, \`updated_at\` and a \`source_app\` that is the \`client_name\`. Every figure is optional; leave out what you were not told, and do not work out steps or energy yourself. The distance of one workout goes into its \`type\`, not into the day's \`distance_km\`. Kilometres, minutes, kilocalories (\`active_kcal\` is spent by moving, \`total_kcal\` over the whole day), beats per minute at rest.`,
  }),
  toolOf(setSleep, {
    title: "Set a night's sleep",
    description: `Record a night's sleep, from the person's words or from their watch or phone. The night belongs to the day of waking up: last night is today. A nap is not a night: keep it with add_wellbeing_note. It replaces all that was recorded for that night, even what you leave out: to add to it, read get_day first and send it all again except \`id\`, \`client_name\`, \`created_at\` and \`updated_at\`. Every figure is optional; leave out what you were not told, and do not work out minutes, stages or scores yourself: two clock times are \`bedtime\` and \`wake_time\` alone. Clock times are local, 24-hour \`HH:MM\`; durations are minutes, \`avg_hr\` beats per minute, \`hrv_ms\` milliseconds.`,
  }),
  toolOf(addWellbeingNote, {
    title: 'Add a wellbeing note',
    description: `Keep what the person says about how they feel, or what no other field fits: a fast, a medicine, their weight. Their words go into \`text\`, in full and unchanged. You may split them into single facts in \`statements\`, and tie what they did to what they felt in \`links\`, each with their own words as \`quote\`: only ties they made themselves. Do not interpret, diagnose or add to it. \`recorded_at\` is the local time that they speak of, with its offset, and the note belongs to its date; left out, it is now.`,
  }),
  deleteRecord,
  toolOf(getReport, {
    title: 'Read a report',
    description: `The report for today (\`daily\`), this week from Monday (\`weekly\`) or this calendar month (\`monthly\`): totals, averages over the days with meals, most frequent foods, shares of each kind of meal, averages of activity and sleep, and which models estimated the figures. For other periods use list_days. These are figures, not advice: what you say about them you say as yourself.`,
  }),
  toolOf(listShareLinks, {
    title: 'List the report links',
    description: `The report links that the person has given out and that still work, with how often each was opened. Use it before you create another, and to find the id for revoke_share_link. A link has no name: \`created_at\` tells them apart.`,
  }),
  toolOf(createShareLink, {
    title: 'Create a report link',
    description: `Make a link that shows to whoever has it, without signing in, all that is recorded: meals, activity, sleep, targets and wellbeing notes in the person's own words, past and to come. It shows every profile, later ones too, unless \`profile_id\` names one: for the person's own alone send its id. Only when they ask to share, for instance with a nutritionist or trainer, and know what is shown. Suggest an expiry with \`expires_in_days\` (1 to ${LIMITS.shareLinkDays} days of 24 hours from now); without it the link works until it is revoked. Give \`url\` to the person and to nobody else.`,
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
    description: `The diaries of the account: the person may keep several, such as one for a child or for a training plan. Use it when they name one, and send its id as \`profile_id\`; without it a tool uses the default profile, but create_share_link shares every one. What somebody else ate goes into a profile of their own: if there is none, ask. \`time_zone\` decides what "today" is.`,
  }),
  toolOf(createProfile, {
    title: 'Create a profile',
    description: `Begin another diary in the account, which can hold ${LIMITS.profilesPerAccount}. Only when the person asks for one: what is theirs goes into the profile that they have. Look in list_profiles first: two can have the same name.`,
  }),
  toolOf(whoami, {
    title: 'Show who is connected',
    description: `Whose account this is, what you may do in it (\`scopes\`), its language and its profiles. Use it once at the start; where there are several profiles, ask which is theirs: a household may share an account, and the default one be another person's.`,
  }),
];

const BY_NAME = new Map<unknown, Tool>(TOOLS.map((tool) => [tool.name, tool]));

/** The tool of this name, if there is one. */
export const findTool = (name: unknown): Tool | undefined => BY_NAME.get(name);
