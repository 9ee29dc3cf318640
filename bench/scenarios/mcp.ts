import { ACCEPT, encode } from '../../test/mcp/messages.ts';
import type { BenchSet } from '../measuring/bench-set.ts';
import { type Figure, presentCallers } from '../measuring/figure.ts';
import type { OutgoingRequest } from '../measuring/load.ts';
import { pair, pairedFigure } from '../measuring/paired.ts';

/** A call of a tool, with whatever token. */
export const toolCall = (name: string, args: object): ((authorization: string) => OutgoingRequest) => {
  const { headers, body } = encode('2025-11-25', { method: 'tools/call', params: { name, arguments: args } });
  const text = JSON.stringify(body);
  return (authorization) => ({
    method: 'POST',
    path: '/mcp',
    headers: { authorization, 'content-type': 'application/json', accept: ACCEPT, ...headers },
    body: text,
  });
};

/** What a tool call costs beside the same call over REST. */
export const mcp = async ({ set, nextPerson, processes }: BenchSet, callers: number): Promise<Figure[]> => {
  const load = { url: set.url, requests: 200, connections: callers, processes: processes() };
  const authorization = () => `Bearer ${nextPerson().token}`;
  const day = '2020-02-02';
  const getDay = toolCall('get_day', { day });
  const paired = await pair(
    { ...load, next: () => getDay(authorization()) },
    { ...load, next: () => ({ path: `/api/v1/days/${day}`, headers: { authorization: authorization() } }) },
  );
  const what = `the tool get_day / GET /days/{day}, ${presentCallers(callers)}`;
  return [
    pairedFigure(`CPU of ${what}`, paired, 'cpu', { atMost: 1.4 }),
    pairedFigure(`p50 of ${what}`, paired, 'p50', { atMost: 1.4 }),
  ];
};
