import { mailModel, tokenModel } from './access-model.ts';
import { dayModel } from './day-model.ts';
import { type Call, checkLinearizability, firstWrong, type Model } from './linearizability.ts';
import { linkModel } from './link-model.ts';
import { recordModel } from './record-model.ts';
import type { RecordedCall } from './recorded-call.ts';

const MODELS = { day: dayModel, record: recordModel, link: linkModel, token: tokenModel, mail: mailModel };

type Anomaly = { object: string; calls: Call<unknown, unknown>[]; stuck: Call<unknown, unknown>[] };
export type Result = { objects: number; anomalies: Anomaly[]; undecided: string[]; seconds: number };

/** Checks what was recorded of each object: objects do not depend on each other, so that each has an order of its own. */
export const checkHistory = (recorded: readonly RecordedCall[]): Result => {
  const start = performance.now();
  const byObject = Map.groupBy(recorded, ({ object }) => object);
  const anomalies: Anomaly[] = [];
  const undecided: string[] = [];
  for (const [object, lines] of byObject) {
    const model = MODELS[lines[0]?.kind ?? 'record'] as Model<unknown, unknown, unknown>;
    const calls = lines.map(
      ({ input, begin, end, output }): Call<unknown, unknown> =>
        end === undefined ? { input, begin } : { input, begin, answer: { output, end } },
    );
    const result = checkLinearizability(model, calls);
    if (result.verdict === 'undecided') undecided.push(object);
    if (result.verdict !== 'wrong') continue;
    const shortest = firstWrong(model, calls);
    const again = checkLinearizability(model, shortest);
    anomalies.push({ object, calls: shortest, stuck: again.verdict === 'wrong' ? again.stuck : [] });
  }
  return { objects: byObject.size, anomalies, undecided, seconds: (performance.now() - start) / 1000 };
};
