/** A refusal of the diary, as its tools answer (`C6.refusal`); the code is undefined where a host or the SDK refused. */
export type Refusal = { code: string | undefined; detail: string };

const OPEN = ['unavailable', 'timeout', 'idempotency_in_progress'];

/** Whether a refused call may have been carried out all the same: its service went away, or was too slow to say. */
export const leavesOpen = ({ code }: Refusal): boolean => code !== undefined && OPEN.includes(code);

/** That a call of a tool was refused, or that nothing is known of it. */
export type NoAnswer = { is: 'refusal'; refusal: Refusal } | { is: 'nothing' };

/** What a call of a tool came to. */
export type Outcome = { is: 'answer'; data: unknown } | NoAnswer;

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What a tool's result says: some hosts pass its text on and not its data, which say the same (`C6.result`). Nothing where it holds
 * neither.
 */
export const readOutcome = (result: unknown): Outcome => {
  const { isError, structuredContent, content } = Object(result);
  const [{ text }] = [Object(Array.isArray(content) && content[0])];
  const told = parsed(text);
  if (isError) {
    const problem = isObject(told) ? told : {};
    const code = typeof problem.code === 'string' ? problem.code : undefined;
    return { is: 'refusal', refusal: { code, detail: String(problem.detail ?? text ?? '') } };
  }
  const data = isObject(structuredContent) ? structuredContent : told;
  return isObject(data) ? { is: 'answer', data } : { is: 'nothing' };
};
