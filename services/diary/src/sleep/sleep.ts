import { mapFields } from 'shared/contract/map-fields.ts';
import { SLEEP_FIGURES } from 'shared/contract/measures.ts';
import type { Sleep, SleepInput } from 'shared/contract/operations/sleep.ts';
import type { SleepDocument } from 'shared/records/documents.ts';

/** What is stored of a night, made from what an assistant sent. */
export const sleepValues = (input: SleepInput, clientName: string) => ({
  bedtime: input.bedtime ?? null,
  wake_time: input.wake_time ?? null,
  ...mapFields(SLEEP_FIGURES, (figure) => input[figure] ?? null),
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
