import type { Json } from './diary.ts';
import type { OperationName } from './operations.ts';

/** A call, as it is meant: `assistant` is its place among those of the account. */
export type Asked = {
  op: OperationName;
  params: Record<string, string>;
  query: Record<string, string>;
  body?: Json;
  key?: string;
  ifMatch?: string;
  ifNoneMatch?: '*';
  assistant: number;
  overMcp: boolean;
};

/** The time between which a call was made and answered, in ms. */
export type Window = { begin: number; end: number };

/**
 * What a call has to be answered with. `settle` is given the answer for what only the service can say (ids, times), changes the diary and
 * returns what the answer has to be.
 */
export type Outcome =
  | { status: 200 | 201; replayed?: true; settle: (answer: Json, window: Window) => Json }
  | { status: 400 | 404 | 412 | 422; code?: string };

/** A clock of another process may be rounded otherwise. */
const LENIENCY_MS = 5;

export const checkTime = (time: unknown, { begin, end }: Window): string => {
  const at = Date.parse(String(time));
  if (!(at >= begin - LENIENCY_MS && at <= end + LENIENCY_MS))
    throw new Error(
      `${time} is not between ${new Date(begin).toISOString()} and ${new Date(end).toISOString()}`,
    );
  return String(time);
};
