import { createServer, type Server } from 'node:http';
import { afterEach, expect } from '@jest/globals';
import { signPrincipal } from 'shared/calls/principal.ts';
import { listTokens } from 'shared/contract/operations/account.ts';
import { createApp } from 'shared/http/app.ts';
import { problemHandler } from 'shared/http/problem.ts';
import { createRoute } from 'shared/http/route.ts';
import { createLog } from 'shared/observe/log.ts';
import { createKeys } from 'shared/process/keys.ts';
import { TURNS } from 'shared/turns.ts';
import { eventually } from '../support/eventually.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';

const LEAVING = 20;
const keys = createKeys(['a secret of this test']);

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A service whose work goes on until it is told to end. */
const startService = async () => {
  const begun: string[] = [];
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const counts = { received: 0, closed: 0 };
  const app = createApp(createLog('test', 'silent'), (_request, response, next) => {
    counts.received += 1;
    response.once('close', () => {
      counts.closed += 1;
    });
    next();
  });
  createRoute(app, keys)(listTokens, async ({ assistant }) => {
    begun.push(assistant.account.id);
    await promise;
    return { tokens: [] };
  });
  server = createServer(app.use(problemHandler('http://localhost')));
  const port = await listen(server);
  const call = async (id: string, signal?: AbortSignal): Promise<number> => {
    const principal = signPrincipal(keys, {
      kind: 'assistant',
      account: { id, email: 'a@example.org', language: 'en', time_zone: 'UTC' },
      connection: { id: 'tok_1', client_name: 'Test', access: 'email' },
      scopes: [listTokens.access],
    });
    const headers = { 'internal-principal': principal };
    const init = { headers, ...(signal && { signal }) };
    return (await fetch(`http://127.0.0.1:${port}/api/v1/tokens`, init)).status;
  };
  return { begun, counts, end, call };
};

proves(['C7.service_frozen', 'Z.limits'], 'calls whose callers have left are not begun', async () => {
  const { begun, counts, end, call } = await startService();
  const served = Array.from({ length: TURNS.operations }, (_, one) => call(`acc_${one}`));
  await eventually(() => begun.length === TURNS.operations, 'all turns to be taken');
  const leaving = new AbortController();
  const left = Array.from({ length: LEAVING }, (_, one) =>
    call(`acc_left_${one}`, leaving.signal).catch(() => 0),
  );
  const waiting = call('acc_waiting');
  await eventually(() => counts.received === TURNS.operations + LEAVING + 1, 'all calls to arrive');
  leaving.abort();
  await Promise.all(left);
  await eventually(() => counts.closed === LEAVING, 'the service to see that they left');
  end();
  expect(await Promise.all([...served, waiting])).toEqual(Array(TURNS.operations + 1).fill(200));
  expect(begun.filter((id) => !/^acc_\d+$/.test(id))).toEqual(['acc_waiting']);
});
