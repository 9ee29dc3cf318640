import { author, dateTime, day, id, name, optional } from 'shared/contract/fields.ts';
import { CHANGE_ACTIONS, KINDS, RECORD_KINDS, type RecordKind } from 'shared/contract/kinds.ts';
import { mapFields } from 'shared/contract/map-fields.ts';
import { figure, TARGET_FIELDS, TARGET_MEASURES } from 'shared/contract/measures.ts';
import { activityInput } from 'shared/contract/operations/activity.ts';
import { logMealInput, mealItemInput } from 'shared/contract/operations/meals.ts';
import { profileInput } from 'shared/contract/operations/profiles.ts';
import { sleepInput } from 'shared/contract/operations/sleep.ts';
import { wellbeingInput } from 'shared/contract/operations/wellbeing.ts';
import { findTimeZone } from 'shared/records/time-zones.ts';
import { z } from 'zod';

/** A time of recording; nothing was recorded in the future. */
const recordedAt = z.iso
  .datetime()
  .transform((written) => new Date(Math.min(Date.parse(written), Date.now())).toISOString());

/**
 * What a record of a download says beside its input, in every shape that was ever published (`C14.own`): the first release had no
 * versions, and its notes were never updated.
 */
const about = (kind: RecordKind) => ({
  id: id.startsWith(`${KINDS[kind].idPrefix}_`),
  version: z.int().min(1).max(1_000_000).default(1),
  profile_id: id,
  day,
  client_name: name(120),
  updated_by: author
    .extend({ client_name: name(120).nullable() })
    .nullable()
    .default(null),
  created_at: recordedAt,
  updated_at: recordedAt.optional(),
});

const item = z.object({
  ...mealItemInput.shape,
  id: z
    .string()
    .regex(/^i[1-9]\d{0,5}$/)
    .optional(),
});

/** A record of each kind as a download has it. */
export const OWN_RECORDS = {
  meal: z.object({
    ...logMealInput.shape,
    ...about('meal'),
    eaten_at: dateTime,
    items: z.array(item).min(1).max(50),
    copied_from: optional(id),
  }),
  activity: z.object({ ...activityInput.shape, ...about('activity') }),
  sleep: z.object({ ...sleepInput.shape, ...about('sleep') }),
  wellbeing: z.object({ ...wellbeingInput.shape, ...about('wellbeing'), recorded_at: dateTime }),
} as const;

export type OwnRecordOf = { [Kind in RecordKind]: z.output<(typeof OWN_RECORDS)[Kind]> };

const changedRecord = z.object({
  kind: z.enum(RECORD_KINDS as [RecordKind, ...RecordKind[]]),
  ended: z.unknown(),
});

/** A kept version as a download has it, but for the record that it ended. */
export const ownVersion = changedRecord.extend({
  at: recordedAt,
  record_id: id,
  profile_id: id,
  day,
  action: z.enum(CHANGE_ACTIONS),
  version: z.int().min(2).max(1_000_000),
  by: author.extend({ client_name: name(120).nullable() }),
  title: optional(z.string().max(500)),
});

const targets = z.object(
  mapFields(TARGET_FIELDS, (field) => optional(figure(TARGET_MEASURES[field]).min(0))),
);

/** A diary as a download has it. */
export const ownProfile = z.object({
  id,
  name: profileInput.shape.name,
  time_zone: z
    .string()
    .transform((zone) => findTimeZone(zone) ?? 'UTC')
    .default('UTC'),
  targets: optional(targets),
});
export type OwnProfile = z.output<typeof ownProfile>;

type OwnVersion = Omit<z.output<typeof ownVersion>, 'ended' | 'kind'>;

/** A record of a download, or the version of one that a change ended. */
export type AnyOwnRecord = {
  [Kind in RecordKind]: {
    recordKind: Kind;
    record: OwnRecordOf[Kind];
    /** The change that ended it, where it is a kept version. */
    change?: OwnVersion;
  };
}[RecordKind];

/** What a download brings: a diary, or something of it. */
export type OwnRecord =
  | { kind: 'profile'; profile: OwnProfile }
  | ({ kind: 'own'; day: string } & AnyOwnRecord);
