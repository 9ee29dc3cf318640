import { z } from 'zod';
import {
  byId,
  clockTime,
  confidence,
  date,
  dayParams,
  deleted,
  optional,
  profileQuery,
  text,
  timestamp,
  updatedBy,
  version,
} from '../fields.ts';
import { mapFields } from '../map-fields.ts';
import { figureInput, figureOutput, SLEEP_FIGURES } from '../measures.ts';
import { withNotices } from '../notices.ts';
import { operation } from '../operation.ts';

export const sleepInput = z.strictObject({
  bedtime: optional(clockTime.meta({ examples: ['23:40'] })),
  wake_time: optional(clockTime.meta({ examples: ['07:15'] })),
  ...mapFields(SLEEP_FIGURES, figureInput),
  source_app: optional(text(80)).meta({ description: 'The app or device.' }),
  confidence: optional(confidence),
});
export type SleepInput = z.infer<typeof sleepInput>;

export const sleep = z.object({
  id: z.string(),
  version,
  profile_id: z.string(),
  day: date.meta({ description: 'The day of waking up.' }),
  bedtime: z.string().nullable(),
  wake_time: z.string().nullable(),
  ...mapFields(SLEEP_FIGURES, figureOutput),
  source_app: z.string().nullable(),
  confidence: z.number().nullable(),
  client_name: z.string(),
  updated_by: updatedBy,
  created_at: timestamp,
  updated_at: timestamp,
});
export type Sleep = z.infer<typeof sleep>;

/** What a write of it answers with. */
export const sleepWithNotices = withNotices(sleep);

const exampleInput = {
  bedtime: '23:40',
  wake_time: '07:15',
  in_bed_minutes: 455,
  asleep_minutes: 421,
  deep_minutes: 80,
  rem_minutes: 96,
  score: 84,
};

export const exampleSleep: Sleep = {
  id: 'slp_019a2f70-3000-7000-8000-000000000007',
  version: 1,
  profile_id: 'prof_019a2f6c-9000-7000-8000-000000000002',
  day: '2026-10-04',
  ...mapFields(SLEEP_FIGURES, () => null),
  source_app: null,
  confidence: null,
  ...exampleInput,
  client_name: 'Kitchen assistant',
  updated_by: null,
  created_at: '2026-10-04T06:30:00Z',
  updated_at: '2026-10-04T06:30:00Z',
};

export const setSleep = operation({
  id: 'set_sleep',
  method: 'PUT',
  path: '/days/{day}/sleep',
  owner: 'diary',
  access: 'records:write',
  summary: "Set a night's sleep",
  description: 'The night belongs to the day of waking up. Replaces what was recorded for it before.',
  params: dayParams,
  query: profileQuery,
  body: sleepInput,
  status: 200,
  response: sleepWithNotices,
  example: { params: { day: '2026-10-04' }, body: exampleInput, response: { ...exampleSleep, notices: [] } },
});

const correctedFields = ['bedtime', 'wake_time', ...SLEEP_FIGURES, 'source_app', 'confidence'] as const;

/** What is to change of a night (`C10.merge`); all else stays. */
export const sleepCorrection = sleepInput.extend({
  clear: optional(z.array(z.enum(correctedFields))).meta({ description: 'Fields to empty.' }),
});
export type SleepCorrection = z.infer<typeof sleepCorrection>;

export const updateSleep = operation({
  id: 'update_sleep',
  method: 'PATCH',
  path: '/days/{day}/sleep',
  owner: 'diary',
  access: 'records:write',
  summary: "Add to or correct a night's sleep",
  description: 'Changes what is named and keeps all else; begins the record where the day has none.',
  params: dayParams,
  query: profileQuery,
  body: sleepCorrection,
  status: 200,
  response: sleepWithNotices,
  example: {
    params: { day: '2026-10-04' },
    body: { hrv_ms: 41.5 },
    response: {
      ...exampleSleep,
      version: 2,
      hrv_ms: 41.5,
      updated_by: { by: 'assistant' as const, client_name: 'Kitchen assistant' },
      updated_at: '2026-10-04T07:00:00Z',
      notices: [],
    },
  },
});

export const deleteSleep = operation({
  id: 'delete_sleep',
  method: 'DELETE',
  path: '/sleep/{id}',
  owner: 'diary',
  access: 'records:write',
  summary: "Delete a night's sleep",
  params: byId,
  status: 200,
  response: deleted,
  example: { params: { id: exampleSleep.id }, response: { deleted: true, id: exampleSleep.id } },
});
