import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCEPT, encode } from '../mcp/messages.ts';
import { meal } from '../rest/samples.ts';
import type { DiaryPerson } from '../support/diary-people.ts';

/** So many writes, and as many reads, are started per second, answered or not. */
const PER_SECOND = 25;
/** Longer than any answer should take. */
const TIMEOUT_MS = 15_000;
/** An assistant retries this often, with the same key, until it is acknowledged. */
const RETRY_MS = 1000;
const GIVE_UP_MS = 90_000;

type Answer = { status: number | 'broken'; isProblem: boolean; start: number; ms: number };

/** What a load did; meals are identified by their texts. */
export type LoadResult = {
  written: string[];
  /** Those that were served, at the first attempt or a later one. */
  acknowledged: string[];
  /** Those with a key that were never served, however often they were sent. */
  unanswered: string[];
  /** Every first attempt, reads included. */
  answers: Answer[];
};

export type SteadyLoad = { stop: () => Promise<LoadResult> };

/**
 * Writes meals, every other one with a key, and reads days and reports at a steady pace, over REST and MCP by turns, as many
 * assistants, alternating between the gateways.
 */
export const startSteadyLoad = (
  gateways: readonly string[],
  nextPerson: (kind: 'read' | 'write') => DiaryPerson,
): SteadyLoad => {
  const result: LoadResult = { written: [], acknowledged: [], unanswered: [], answers: [] };
  const underWay = new Set<Promise<void>>();
  let count = 0;
  const track = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const write = async (base: string, hasKey: boolean, overMcp: boolean): Promise<void> => {
    const text = randomUUID();
    result.written.push(text);
    const { token } = nextPerson('write');
    const body = { ...meal, description: text };
    const go = () =>
      overMcp
        ? callTool(base, token, 'log_meal', { ...body, ...(hasKey && { idempotency_key: text }) })
        : send(`${base}/api/v1/meals`, token, body, hasKey ? { 'idempotency-key': text } : {});
    const first = await go();
    result.answers.push(first);
    let isServed = wasServed(first);
    // Without a key, a meal is sent once: a retry could store it twice.
    const giveUpAt = hasKey ? Date.now() + GIVE_UP_MS : 0;
    while (!isServed && Date.now() < giveUpAt) {
      await sleep(RETRY_MS);
      isServed = wasServed(await go());
    }
    if (isServed) result.acknowledged.push(text);
    else if (hasKey) result.unanswered.push(text);
  };
  const read = async (base: string, ofReports: boolean, overMcp: boolean): Promise<void> => {
    const { token } = nextPerson('read');
    const call = overMcp
      ? callTool(base, token, ofReports ? 'get_report' : 'get_day', ofReports ? { period: 'daily' } : {})
      : send(`${base}/api/v1/${ofReports ? 'reports/daily' : 'days'}`, token);
    result.answers.push(await call);
  };

  const timer = setInterval(() => {
    const base = gateways[count % gateways.length] ?? '';
    const round = Math.floor(count / gateways.length);
    const [isOdd, overMcp] = [round % 2 === 1, round % 4 >= 2];
    count += 1;
    track(write(base, isOdd, overMcp));
    track(read(base, isOdd, overMcp));
  }, 1000 / PER_SECOND);

  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return result;
    },
  };
};

/** Whether a call was done. */
export const wasServed = ({ status }: Answer): boolean => status === 200 || status === 201;

type Outcome = Pick<Answer, 'status' | 'isProblem'>;

const outcomeOf = (response: Response): Outcome => ({
  status: response.status,
  isProblem: response.headers.get('content-type')?.includes('application/problem+json') ?? false,
});

const send = async (
  url: string,
  token: string,
  body?: object,
  headers: Record<string, string> = {},
  read: (response: Response, text: string) => Outcome = outcomeOf,
): Promise<Answer> => {
  const start = Date.now();
  const request = async (): Promise<[Response, string]> => {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return [response, await response.text()];
  };
  const answer = await request().catch(() => undefined);
  const outcome: Outcome = answer ? read(...answer) : { status: 'broken', isProblem: false };
  return { ...outcome, start, ms: Date.now() - start };
};

/** Calls a tool, and reads what its result says: a refusal is a problem, as text. */
const callTool = (base: string, token: string, name: string, args: object): Promise<Answer> => {
  const { headers, body } = encode('2025-11-25', { method: 'tools/call', params: { name, arguments: args } });
  return send(`${base}/mcp`, token, body, { accept: ACCEPT, ...headers }, (response, text) => {
    if (response.status !== 200) return outcomeOf(response);
    const { isError, content } = JSON.parse(text).result;
    if (!isError) return { status: 200, isProblem: false };
    const { status, code } = JSON.parse(content[0].text);
    return { status, isProblem: code !== undefined };
  });
};
