import type { PageDay } from './report-page-data.ts';

/** Whether anything is recorded of a day. */
export const isRecorded = ({ meal_count, activity, sleep, note_count }: PageDay): boolean =>
  meal_count > 0 || activity !== null || sleep !== null || note_count > 0;

/** The days that have come; one ahead of today has where something is recorded of it. */
export const daysSoFar = (days: readonly PageDay[], today: string): PageDay[] =>
  days.filter((pageDay) => pageDay.day <= today || isRecorded(pageDay));
