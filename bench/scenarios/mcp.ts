import type { BenchSet } from '../bench-set.ts';
import type { Figure } from '../figure.ts';
import { pair, pairedFigure } from '../paired.ts';

/** What a tool call costs beside the same call over REST. */
export const mcp = async ({ set, nextPerson, processes }: BenchSet): Promise<Figure[]> => {
  const load = { url: set.url, status: 200, requests: 500, connections: 4, processes: processes() };
  const authorization = () => `Bearer ${nextPerson().token}`;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_day', arguments: { day: '2020-02-02' } },
  });
  const paired = await pair(
    {
      ...load,
      next: () => ({
        method: 'POST',
        path: '/mcp',
        headers: {
          authorization: authorization(),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        body,
      }),
    },
    {
      ...load,
      next: () => ({ path: '/api/v1/days/2020-02-02', headers: { authorization: authorization() } }),
    },
  );
  const what = 'the tool get_day / GET /days/{day}';
  return [
    pairedFigure(`p50 of ${what}`, paired, 'p50', { atMost: 1.5 }),
    pairedFigure(`CPU of ${what}`, paired, 'cpu', { atMost: 1.5 }),
  ];
};
