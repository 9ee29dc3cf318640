import { mapFields } from 'shared/contract/map-fields.ts';
import { SLEEP_FIGURES } from 'shared/contract/measures.ts';
import type { SleepInput } from 'shared/contract/operations/sleep.ts';

/** What is stored of a night, made from what an assistant sent. */
export const sleepValues = (input: SleepInput, clientName: string) => ({
  bedtime: input.bedtime ?? null,
  wake_time: input.wake_time ?? null,
  ...mapFields(SLEEP_FIGURES, (figure) => input[figure] ?? null),
  source_app: input.source_app ?? null,
  confidence: input.confidence ?? null,
  client_name: clientName,
});
