import { z } from 'zod';
import { author, deleted } from '../contract/fields.ts';
import { notice } from '../contract/notices.ts';
import { account, token } from '../contract/operations/account.ts';
import {
  activity,
  activityCorrection,
  activityInput,
  activityWithNotices,
} from '../contract/operations/activity.ts';
import {
  approvedPoll,
  connectInput,
  connectionRequest,
  pollResult,
  pollWithoutToken,
} from '../contract/operations/connect.ts';
import { dayRecord, daySummary, targets } from '../contract/operations/days.ts';
import { food } from '../contract/operations/foods.ts';
import { anyRecord, anyRecordWithNotices, restoreInput } from '../contract/operations/history.ts';
import { mealCorrection } from '../contract/operations/meal-correction.ts';
import {
  logMealInput,
  meal,
  mealItem,
  mealItemInput,
  mealWithNotices,
  totals,
} from '../contract/operations/meals.ts';
import { getMeta } from '../contract/operations/meta.ts';
import { OPERATIONS } from '../contract/operations/operations.ts';
import { profile, profileInput } from '../contract/operations/profiles.ts';
import { activityAverages, report, sleepAverages } from '../contract/operations/reports.ts';
import { shareLink, shareLinkInput } from '../contract/operations/share-links.ts';
import { sleep, sleepCorrection, sleepInput, sleepWithNotices } from '../contract/operations/sleep.ts';
import {
  wellbeingCorrection,
  wellbeingInput,
  wellbeingNote,
  wellbeingNoteWithNotices,
} from '../contract/operations/wellbeing.ts';
import { issue, problem } from '../contract/problem.ts';

/**
 * The names of `components/schemas`. They are kept here and not in the schemas' own metadata: an id there would turn up in
 * every other JSON Schema that is made from them.
 */
const NAMED = {
  Meta: getMeta.response,
  ConnectInput: connectInput,
  ConnectionRequest: connectionRequest,
  PollResult: pollResult,
  ApprovedPoll: approvedPoll,
  PollWithoutToken: pollWithoutToken,
  Account: account,
  Token: token,
  Profile: profile,
  ProfileInput: profileInput,
  Author: author,
  Meal: meal,
  MealWithNotices: mealWithNotices,
  MealItem: mealItem,
  LogMealInput: logMealInput,
  MealItemInput: mealItemInput,
  MealCorrection: mealCorrection,
  Totals: totals,
  ActivityDay: activity,
  ActivityDayWithNotices: activityWithNotices,
  ActivityInput: activityInput,
  ActivityCorrection: activityCorrection,
  SleepNight: sleep,
  SleepNightWithNotices: sleepWithNotices,
  SleepInput: sleepInput,
  SleepCorrection: sleepCorrection,
  WellbeingNote: wellbeingNote,
  WellbeingNoteWithNotices: wellbeingNoteWithNotices,
  WellbeingInput: wellbeingInput,
  WellbeingCorrection: wellbeingCorrection,
  AnyRecord: anyRecord,
  AnyRecordWithNotices: anyRecordWithNotices,
  RestoreInput: restoreInput,
  Day: dayRecord,
  DaySummary: daySummary,
  Food: food,
  Targets: targets,
  Report: report,
  ActivityAverages: activityAverages,
  SleepAverages: sleepAverages,
  ShareLink: shareLink,
  ShareLinkInput: shareLinkInput,
  Notice: notice,
  Deleted: deleted,
  Problem: problem,
  Issue: issue,
} satisfies Record<string, z.ZodType>;

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** `z.int()` bounds every integer by what JavaScript can count to, which says nothing to a reader. */
const dropSafeIntegerBounds = (schema: JsonSchema): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
};

/**
 * A value that may be null: one schema of two types, or, for an object or a choice, one of two schemas (`C1.plain_schemas`). The description
 * stands outside: a reader of two would not know which one holds.
 */
const foldNull = (schema: JsonSchema): void => {
  const [value, ...others] = schema.anyOf ?? [];
  if (!value || others[0]?.type !== 'null') return;
  delete schema.anyOf;
  const { description, examples, ...rules } = value;
  const isOneType = rules.type && rules.type !== 'object' && !rules.enum && !('const' in rules);
  Object.assign(schema, {
    ...(description && { description }),
    ...(examples && { examples }),
    ...schema,
    ...(isOneType ? { ...rules, type: [rules.type, 'null'] } : { oneOf: [rules, { type: 'null' }] }),
  });
};

/** What may be absent may also be sent as null (`C1.null`), which is not declared: some generators and models cannot read it. */
const leaveOutNull = (schema: JsonSchema): void => {
  const [type] = Array.isArray(schema.type) ? schema.type : [];
  if (type) schema.type = type;
  if (schema.oneOf?.[1]?.type !== 'null') return;
  Object.assign(schema, schema.oneOf[0]);
  delete schema.oneOf;
};

/** Of the forms of an answer each has exactly one; generators read that best as `oneOf`. */
const sayOneOf = (schema: JsonSchema): void => {
  if (!schema.anyOf) return;
  schema.oneOf = schema.anyOf;
  delete schema.anyOf;
};

/** Called for each schema after those within it. */
const tidy = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void => {
  dropSafeIntegerBounds(jsonSchema);
  foldNull(jsonSchema);
  sayOneOf(jsonSchema);
  if (zodSchema._zod.def.type === 'optional') leaveOutNull(jsonSchema);
};

// The schemas of input: objects of an answer stay open in them, so that a field can be added without breaking a client.
const AS_INPUT = { io: 'input', override: tidy } as const;

/** The JSON Schema (2020-12, the dialect of OpenAPI 3.1) of one schema. */
export const jsonSchema = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...bare } = z.toJSONSchema(schema, AS_INPUT);
  return bare;
};

/** `log_meal` as `LogMeal`. */
export const pascalCase = (id: string): string =>
  id.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

export type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

/** The name of every schema that an operation takes or answers with, and of those that stand within them. */
export const nameSchemas = (): SchemaNames => {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
  for (const { id, body, response } of OPERATIONS) {
    if (body && !names.has(body)) names.add(body, { id: `${pascalCase(id)}Input` });
    if (!names.has(response)) names.add(response, { id: `${pascalCase(id)}Response` });
  }
  return names;
};

/** The reference to a schema in `components/schemas`. */
export const schemaRef = (id: string | undefined) => ({ $ref: `#/components/schemas/${id}` });

/** `components/schemas`: each named schema, referring to the others by name. */
export const componentSchemas = (names: SchemaNames): Record<string, JsonSchema> => {
  const { schemas } = z.toJSONSchema(names, {
    ...AS_INPUT,
    uri: (id) => schemaRef(id).$ref,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
};
