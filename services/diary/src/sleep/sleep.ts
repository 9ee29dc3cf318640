import type { Sleep, SleepInput } from 'shared/contract/sleep.ts';
import type { SleepDocument } from 'shared/records/documents.ts';

/** What is stored of a night, made from what an assistant sent. */
export const sleepValues = (input: SleepInput, clientName: string) => ({
  bedtime: input.bedtime ?? null,
  wake_time: input.wake_time ?? null,
  in_bed_minutes: input.in_bed_minutes ?? null,
  asleep_minutes: input.asleep_minutes ?? null,
  deep_minutes: input.deep_minutes ?? null,
  rem_minutes: input.rem_minutes ?? null,
  light_minutes: input.light_minutes ?? null,
  awake_minutes: input.awake_minutes ?? null,
  score: input.score ?? null,
  efficiency_pct: input.efficiency_pct ?? null,
  avg_hr: input.avg_hr ?? null,
  hrv_ms: input.hrv_ms ?? null,
  source_app: input.source_app ?? null,
  confidence: input.confidence ?? null,
  client_name: clientName,
});

/** A stored night as it is shown. */
export const presentSleep = ({ _id, account_id, ...sleep }: SleepDocument): Sleep => ({
  id: _id,
  ...sleep,
  created_at: sleep.created_at.toISOString(),
  updated_at: sleep.updated_at.toISOString(),
});
