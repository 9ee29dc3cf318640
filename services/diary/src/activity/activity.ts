import { mapFields } from 'shared/contract/map-fields.ts';
import { ACTIVITY_FIGURES } from 'shared/contract/measures.ts';
import type { Activity, ActivityInput } from 'shared/contract/operations/activity.ts';
import type { ActivityDocument } from 'shared/records/documents.ts';

/** What is stored of a day's activity, made from what an assistant sent. */
export const activityValues = (input: ActivityInput, clientName: string) => ({
  ...mapFields(ACTIVITY_FIGURES, (figure) => input[figure] ?? null),
  workouts: (input.workouts ?? []).map(({ type, minutes, kcal }) => ({
    type,
    minutes: minutes ?? null,
    kcal: kcal ?? null,
  })),
  source_app: input.source_app ?? clientName,
  confidence: input.confidence ?? null,
  client_name: clientName,
});

/** A stored day of activity as it is shown. */
export const presentActivity = ({ _id, account_id, ...activity }: ActivityDocument): Activity => ({
  id: _id,
  ...activity,
  created_at: activity.created_at.toISOString(),
  updated_at: activity.updated_at.toISOString(),
});
