import { mapFields } from 'shared/contract/map-fields.ts';
import { ACTIVITY_FIGURES } from 'shared/contract/measures.ts';
import type { ActivityInput } from 'shared/contract/operations/activity.ts';

/** A workout as it is stored. */
export const newWorkout = ({ type, minutes, kcal }: NonNullable<ActivityInput['workouts']>[number]) => ({
  type,
  minutes: minutes ?? null,
  kcal: kcal ?? null,
});

/** What is stored of a day's activity, made from what an assistant sent. */
export const activityValues = (input: ActivityInput, clientName: string) => ({
  ...mapFields(ACTIVITY_FIGURES, (figure) => input[figure] ?? null),
  workouts: (input.workouts ?? []).map(newWorkout),
  source_app: input.source_app ?? clientName,
  confidence: input.confidence ?? null,
  client_name: clientName,
});
