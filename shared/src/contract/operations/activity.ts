import { z } from 'zod';
import {
  byId,
  confidence,
  date,
  dayParams,
  deleted,
  name,
  optional,
  profileQuery,
  text,
  timestamp,
  updatedBy,
  version,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { mapFields } from '../map-fields.ts';
import { ACTIVITY_FIGURES, figureInput, figureOutput, optionalFigure } from '../measures.ts';
import { withNotices } from '../notices.ts';
import { operation } from '../operation.ts';

const workoutInput = z.strictObject({
  type: name(80).meta({ description: 'With its distance, if told.', examples: ['Running, 5 km'] }),
  minutes: optionalFigure('exercise_minutes'),
  kcal: optionalFigure('active_kcal'),
});

export const activityInput = z.strictObject({
  ...mapFields(ACTIVITY_FIGURES, figureInput),
  workouts: optional(z.array(workoutInput).max(LIMITS.workouts)),
  source_app: optional(text(80)).meta({
    description: 'The app or device; you when absent.',
  }),
  confidence: optional(confidence),
});
export type ActivityInput = z.infer<typeof activityInput>;

export const activity = z.object({
  id: z.string(),
  version,
  profile_id: z.string(),
  day: date,
  ...mapFields(ACTIVITY_FIGURES, figureOutput),
  workouts: z.array(
    z.object({
      type: z.string(),
      minutes: figureOutput('exercise_minutes'),
      kcal: figureOutput('active_kcal'),
    }),
  ),
  source_app: z.string().nullable(),
  confidence: z.number().nullable(),
  client_name: z.string(),
  updated_by: updatedBy,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Activity = z.infer<typeof activity>;

/** What a write of it answers with. */
export const activityWithNotices = withNotices(activity);

const exampleInput = {
  steps: 8400,
  active_kcal: 410,
  exercise_minutes: 35,
  workouts: [{ type: 'Running', minutes: 35, kcal: 320 }],
  source_app: 'Watch',
};

export const exampleActivity: Activity = {
  id: 'act_019a2f70-2000-7000-8000-000000000006',
  version: 1,
  profile_id: 'prof_019a2f6c-9000-7000-8000-000000000002',
  day: '2026-10-04',
  ...mapFields(ACTIVITY_FIGURES, () => null),
  confidence: null,
  ...exampleInput,
  client_name: 'Kitchen assistant',
  updated_by: null,
  created_at: '2026-10-04T20:00:00Z',
  updated_at: '2026-10-04T20:00:00Z',
};

export const setActivity = operation({
  id: 'set_activity',
  method: 'PUT',
  path: '/days/{day}/activity',
  owner: 'diary',
  access: 'records:write',
  summary: "Set a day's activity",
  description: 'Replaces what was recorded for that day before; nothing is merged.',
  params: dayParams,
  query: profileQuery,
  body: activityInput,
  status: 200,
  response: activityWithNotices,
  example: {
    params: { day: '2026-10-04' },
    body: exampleInput,
    response: { ...exampleActivity, notices: [] },
  },
});

const correctedFields = [...ACTIVITY_FIGURES, 'workouts', 'source_app', 'confidence'] as const;

/** What is to change of a day's activity (`C10.merge`); all else stays. */
export const activityCorrection = activityInput.extend({
  add_workouts: optional(z.array(workoutInput).max(LIMITS.workouts)).meta({
    description: 'Beside those recorded.',
  }),
  clear: optional(z.array(z.enum(correctedFields))).meta({ description: 'Fields to empty.' }),
});
export type ActivityCorrection = z.infer<typeof activityCorrection>;

export const updateActivity = operation({
  id: 'update_activity',
  method: 'PATCH',
  path: '/days/{day}/activity',
  owner: 'diary',
  access: 'records:write',
  summary: "Add to or correct a day's activity",
  description: 'Changes what is named and keeps all else; begins the record where the day has none.',
  params: dayParams,
  query: profileQuery,
  body: activityCorrection,
  status: 200,
  response: activityWithNotices,
  example: {
    params: { day: '2026-10-04' },
    body: { resting_hr: 52 },
    response: {
      ...exampleActivity,
      version: 2,
      resting_hr: 52,
      updated_by: { by: 'assistant' as const, client_name: 'Kitchen assistant' },
      updated_at: '2026-10-04T21:00:00Z',
      notices: [],
    },
  },
});

export const deleteActivity = operation({
  id: 'delete_activity',
  method: 'DELETE',
  path: '/activity/{id}',
  owner: 'diary',
  access: 'records:write',
  summary: "Delete a day's activity",
  params: byId,
  status: 200,
  response: deleted,
  example: { params: { id: exampleActivity.id }, response: { deleted: true, id: exampleActivity.id } },
});
