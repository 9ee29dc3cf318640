import { z } from 'zod';
import {
  author,
  byId,
  codedText,
  count,
  date,
  day,
  optional,
  profileId,
  text,
  timestamp,
  version,
} from '../fields.ts';
import { CHANGE_ACTIONS, RECORD_KINDS } from '../kinds.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { activity, activityWithNotices } from './activity.ts';
import { exampleMeal, meal, mealWithNotices } from './meals.ts';
import { sleep, sleepWithNotices } from './sleep.ts';
import { wellbeingNote, wellbeingNoteWithNotices } from './wellbeing.ts';

const kind = z.enum(RECORD_KINDS);

/** A record of any kind. */
export const anyRecord = z.union([meal, activity, sleep, wellbeingNote]);

/** The same, as a write answers with it. */
export const anyRecordWithNotices = z.union([
  mealWithNotices,
  activityWithNotices,
  sleepWithNotices,
  wellbeingNoteWithNotices,
]);

/** What records of all kinds have, as a write answers with them. */
export const restoredRecord = mealWithNotices.pick({
  id: true,
  version: true,
  profile_id: true,
  day: true,
  client_name: true,
  updated_by: true,
  created_at: true,
  updated_at: true,
  notices: true,
});

const versionLine = z.object({
  version,
  at: timestamp,
  action: z.enum(['created', ...CHANGE_ACTIONS]),
  by: author,
  current: z.boolean(),
});
export type VersionLine = z.infer<typeof versionLine>;

const byExample = { by: 'assistant' as const, client_name: exampleMeal.client_name };

export const getRecord = operation({
  id: 'get_record',
  method: 'GET',
  path: '/records/{id}',
  owner: 'diary',
  access: 'records:read',
  summary: 'Read a record of any kind, and its versions',
  description: `What a change or deletion ended is kept for ${LIMITS.keptDays} days: a deleted record is shown with \`deleted\`, an earlier one by its \`version\`.`,
  params: byId,
  query: z.strictObject({
    version: version.optional().meta({
      description: 'The version to show; the current one when absent.',
    }),
  }),
  status: 200,
  response: z.object({ kind, record: anyRecord, deleted: z.boolean(), versions: z.array(versionLine) }),
  problems: ['not_kept'],
  example: {
    params: { id: exampleMeal.id },
    response: {
      kind: 'meal',
      record: exampleMeal,
      deleted: false,
      versions: [{ version: 1, at: exampleMeal.created_at, action: 'created', by: byExample, current: true }],
    },
  },
});

export const restoreInput = z.strictObject({
  version: optional(version).meta({
    description: 'The version to go back to.',
  }),
});

export const restoreRecord = operation({
  id: 'restore_record',
  method: 'POST',
  path: '/records/{id}/restore',
  owner: 'diary',
  access: 'records:write',
  summary: 'Put a record back as it was',
  description: `Makes a new version that says what an earlier one said; what stands now is kept, so restoring again undoes it. Nothing is deleted by it.`,
  params: byId,
  body: restoreInput,
  conditions: ['If-Match'],
  status: 200,
  response: anyRecordWithNotices,
  problems: ['not_kept'],
  example: {
    params: { id: exampleMeal.id },
    body: { version: 1 },
    response: {
      ...exampleMeal,
      version: 3,
      updated_by: byExample,
      updated_at: '2026-10-04T11:30:00Z',
      notices: [],
    },
  },
});

const change = z.object({
  at: timestamp,
  kind,
  record_id: z.string(),
  profile_id: z.string(),
  day: date,
  action: z.enum(CHANGE_ACTIONS),
  version: version.meta({ description: 'The version that the change made.' }),
  by: author,
  title: z.string().meta({ description: 'The record in a line.' }),
});

export const listChanges = operation({
  id: 'list_changes',
  method: 'GET',
  path: '/changes',
  owner: 'diary',
  access: 'records:read',
  summary: 'List what was changed and deleted',
  description: `The corrections, replacements, deletions and restorations of the last ${LIMITS.keptDays} days, the newest first.`,
  query: z.strictObject({
    from: day.optional().meta({ description: 'The first day of changes.' }),
    to: day.optional().meta({ description: 'The last one, included.' }),
    profile_id: profileId.optional(),
    limit: count(LIMITS.changesAtOnce, 1)
      .optional()
      .meta({
        description: `${LIMITS.defaultChanges} when absent.`,
      }),
    cursor: text(200, 1)
      .register(codedText, { is: 'cursor' })
      .optional()
      .meta({ description: 'The `next_cursor` before.' }),
  }),
  status: 200,
  response: z.object({ changes: z.array(change), next_cursor: z.string().nullable() }),
  problems: ['invalid_range'],
  example: {
    response: {
      changes: [
        {
          at: '2026-10-04T11:20:00Z',
          kind: 'meal',
          record_id: exampleMeal.id,
          profile_id: exampleMeal.profile_id,
          day: exampleMeal.day,
          action: 'updated',
          version: 2,
          by: byExample,
          title: 'lunch: lentil soup, bread',
        },
      ],
      next_cursor: null,
    },
  },
});
export type Changes = z.infer<typeof listChanges.response>;
