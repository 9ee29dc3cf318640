import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest } from '@jest/globals';
import { PRINCIPAL_HEADER, signPrincipal } from 'shared/calls/principal.ts';
import { createKeys } from 'shared/process/keys.ts';
import { loadOrCreateSecretKey } from '../../scripts/secret-key.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { open, signIn } from '../person/steps.ts';
import { call, newConnection, newEmail, requestConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { databasePart, readParts, type ServiceSet, startSet } from '../support/set.ts';
import { type Service, scrape, sumOf } from './scrape.ts';
import { type Span, startTraceCollector, type TraceCollector } from './trace-collector.ts';

let collector: TraceCollector;
let set: ServiceSet;

beforeAll(async () => {
  collector = await startTraceCollector();
  set = await startSet({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, LOG_LEVEL: 'debug' } });
});

afterAll(async () => {
  await set?.stop();
  collector?.stop();
});

const MEAL = {
  meal_type: 'dinner',
  description: 'Solyanka',
  items: [{ name: 'Solyanka', kcal: 300, protein_g: 20, carbs_g: 10, fat_g: 18 }],
};

const requestIdOf = ({ headers }: { headers: Headers }): string => headers.get('x-request-id') ?? '';

describe('a trace', () => {
  const has = (spans: Span[], service: string, name: string) =>
    spans.some((span) => span.service === service && span.name === name);

  /** The trace of a request, once the collector has all these spans. */
  const traceOf = (requestId: string, names: [service: string, name: string][]): Promise<Span[]> =>
    eventually(() => {
      const all = collector.spans();
      const traceId = all.find(({ attributes }) => attributes.request_id === requestId)?.traceId;
      const trace = all.filter((span) => span.traceId === traceId);
      return names.every(([service, name]) => has(trace, service, name)) && trace;
    }, 'the trace');

  const parentOf = (trace: Span[], span: Span | undefined) =>
    trace.find(({ spanId }) => spanId === span?.parentSpanId);

  /** The span with its ancestors, outermost first: `diary insert meals` is last. */
  const wayTo = (trace: Span[], service: string, name: string): string[] => {
    const way: string[] = [];
    let span = trace.find((each) => each.service === service && each.name === name);
    for (; span; span = parentOf(trace, span)) way.unshift(`${span.service} ${span.name}`);
    return way;
  };

  proves(['O.traces'], 'leads from the gateway through the service to the database', async () => {
    // The gateway sends its script to Redis once; from then on it uses the hash.
    await call('GET', '/me', { set, token: (await newConnection({ set })).token });
    const { token } = await newConnection({ set });
    const logged = await call('POST', '/meals', { set, token, body: MEAL });
    const trace = await traceOf(requestIdOf(logged), [
      ['diary', 'insert meals'],
      ['auth', 'aggregate connections'],
      ['gateway', 'evalsha'],
      ['gateway', 'log_meal'],
    ]);
    expect(wayTo(trace, 'diary', 'insert meals')).toEqual([
      'gateway log_meal',
      'gateway call POST',
      'diary log_meal',
      'diary insert meals',
    ]);
    expect(wayTo(trace, 'auth', 'aggregate connections')).toEqual([
      'gateway log_meal',
      'gateway call POST',
      'auth POST /internal/introspect',
      'auth aggregate connections',
    ]);
    expect(wayTo(trace, 'gateway', 'evalsha')).toEqual(['gateway log_meal', 'gateway evalsha']);
  });

  proves(['O.traces'], 'leads from /mcp to the service that owns the tool', async () => {
    const { token } = await newConnection({ set });
    const answer = await callTool('list_profiles', {}, { token, set });
    const trace = await traceOf(requestIdOf(answer), [
      ['diary', 'list_profiles'],
      ['mcp', 'list_profiles'],
      ['gateway', 'POST /mcp'],
    ]);
    expect(wayTo(trace, 'diary', 'list_profiles')).toEqual([
      'gateway POST /mcp',
      'gateway call POST',
      'mcp list_profiles',
      'mcp call GET',
      'diary list_profiles',
    ]);
  });

  proves(['O.traces_private'], 'is started by the gateway, ignoring the trace of the caller', async () => {
    const { token } = await newConnection({ set });
    const given = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${given}-b7ad6b7169203331-00` };
    const answer = await call('GET', '/me', { set, token, headers });
    const trace = await traceOf(requestIdOf(answer), [['gateway', 'whoami']]);
    expect(trace[0]?.traceId).not.toBe(given);
  });

  proves(['O.traces_private'], 'contains names, methods, statuses and times, and nothing else', async () => {
    const email = newEmail();
    const { token, account } = await newConnection({ set, email, clientName: 'Samovar assistant' });
    const meal = await call('POST', '/meals', { set, token, body: MEAL });
    await call('GET', '/days', { set, token, query: { from: '2026-01-02', to: '2026-01-03' } });
    await call('DELETE', `/meals/${meal.body.id}`, { set, token });
    const link = (await call('POST', '/share-links', { set, token, body: {} })).body;
    const shared = await open(new URL(link.url).pathname, { set });
    const { link: approval } = await requestConnection({ email }, set);
    await open(approval, { set });
    const { cookie } = await signIn(email, set);
    await traceOf(shared.headers.get('x-request-id') ?? '', [['reports', 'GET /r/{secret}']]);
    const last = await open('/account', { set, cookie });
    await traceOf(last.headers.get('x-request-id') ?? '', [['auth', 'GET /account']]);

    const secretIn = (address: string) => new URL(address).pathname.split('/').at(-1) ?? '';
    const secrets = [
      ...[email, token, account.id, meal.body.id, link.id, 'Solyanka', 'Samovar', '2026-01-02', 'from='],
      ...[secretIn(link.url), secretIn(approval), cookie.split('=')[1] ?? '', '127.0.0.'],
    ];
    expect(secrets.filter((secret) => collector.text().includes(secret))).toEqual([]);
    const attributes = new Set(collector.spans().flatMap((span) => Object.keys(span.attributes)));
    expect([...attributes].sort()).toEqual([
      'db.collection.name',
      'db.operation.name',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'request_id',
    ]);
  });
});

type Line = { service: string; request_id?: string; msg: string; job?: string; operation?: string };

const linesOf = async (service: Service): Promise<Line[]> => {
  const text = await readFile(join(set.dataDir, 'logs', `${service}.log`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
};

describe('the log', () => {
  const lineOf = (service: Service, requestId: string, sought: Partial<Line>): Promise<Line> =>
    eventually(
      async () =>
        (await linesOf(service)).find(
          (line) =>
            line.request_id === requestId &&
            Object.entries(sought).every(([key, value]) => line[key as keyof Line] === value),
        ),
      `a line of ${service}`,
    );

  proves(['O.request_id'], 'of every service contains the id of the request', async () => {
    const { token } = await newConnection({ set });
    const answer = await call('GET', '/profiles', { set, token });
    await lineOf('gateway', requestIdOf(answer), { operation: 'list_profiles' });
    await lineOf('diary', requestIdOf(answer), { operation: 'list_profiles' });
    const report = await call('GET', '/reports/daily', { set, token });
    await lineOf('reports', requestIdOf(report), { operation: 'get_report' });
    const { cookie } = await signIn(newEmail(), set);
    const page = await open('/report', { set, cookie });
    const pageId = page.headers.get('x-request-id') ?? '';
    await lineOf('auth', pageId, { operation: 'POST /internal/introspect' });
    await lineOf('auth', pageId, { operation: 'GET /internal/export/assistants' });
    await lineOf('reports', pageId, { operation: 'GET /report' });
    const tool = await callTool('list_profiles', {}, { token, set });
    await lineOf('mcp', requestIdOf(tool), { operation: 'list_profiles' });
    await lineOf('diary', requestIdOf(tool), { operation: 'list_profiles' });
  });

  proves(
    ['O.request_id', 'O.job_id'],
    'of the mailer contains the job and the request that it was queued by',
    async () => {
      const answer = await call('POST', '/connect', {
        set,
        body: { email: newEmail(), client_name: 'Test assistant' },
      });
      const line = await lineOf('mailer', requestIdOf(answer), { msg: 'mail accepted' });
      expect(line.job).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('readiness', () => {
  type Health = { status: number; body: { status: string; checks: Record<string, string> } };
  const healthOf = async (service: Service): Promise<Health> => {
    const port = (await readParts(set.dataDir))[service]?.port;
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    return { status: response.status, body: (await response.json()) as Health['body'] };
  };
  proves(['O.readiness'], 'ends for a caller whose SECRET_KEY or clock differs, and says which', async () => {
    const { port } = (await readParts(set.dataDir)).diary ?? {};
    const own = loadOrCreateSecretKey(set.dataDir);
    const readyFor = async (secret: string, aheadMs = 0) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + aheadMs);
      const principal = signPrincipal(createKeys([secret]), { kind: 'service', service: 'gateway' });
      clock.mockRestore();
      const headers = { [PRINCIPAL_HEADER]: principal };
      const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { headers });
      return [response.status, ((await response.json()) as { refusal?: string }).refusal];
    };
    expect(await readyFor(own)).toEqual([200, undefined]);
    expect(await readyFor('another')).toEqual([503, expect.stringContaining('SECRET_KEY')]);
    for (const aheadMs of [10_000, -61_000])
      expect(await readyFor(own, aheadMs)).toEqual([503, expect.stringContaining('clock')]);
  });

  const becomes = (service: Service, status: number): Promise<Health> =>
    eventually(async () => {
      const health = await healthOf(service);
      return health.status === status && health;
    }, `${service} to answer ${status}`);

  proves(
    ['O.readiness', 'O.metrics'],
    'of services that use MongoDB ends when it is down, and returns with it',
    async () => {
      const keepers = ['auth', 'diary', 'reports'] as const;
      await set.whileFrozen(await databasePart(set), async () => {
        for (const service of keepers) {
          const { body } = await becomes(service, 503);
          expect(body).toMatchObject({ status: 'unavailable', checks: { mongodb: 'down' } });
        }
        const away = async () => (await fetch(`${set.url}/health`)).status === 503;
        await eventually(away, 'the gateway to say so');
        expect(sumOf(await scrape('diary', set), 'health_check_up', { check: 'mongodb' })).toBe(0);
        expect(sumOf(await scrape('gateway', set), 'upstream_replicas_ready', { upstream: 'diary' })).toBe(0);
        expect((await healthOf('mailer')).status).toBe(200);
        expect((await healthOf('gateway')).status).toBe(200);
      });
      for (const service of keepers) await becomes(service, 200);
    },
  );

  proves(
    ['O.readiness', 'O.metrics'],
    'of the mailer ends when Redis is down; the others work on and report it',
    async () => {
      await set.whileFrozen('redis', async () => {
        expect((await becomes('mailer', 503)).body.checks).toEqual({ redis: 'down' });
        for (const service of ['gateway', 'auth', 'diary', 'reports', 'mcp'] as const)
          expect((await healthOf(service)).status).toBe(200);
        for (const service of ['gateway', 'auth', 'mcp', 'mailer'] as const)
          expect(sumOf(await scrape(service, set), 'health_check_up', { check: 'redis' })).toBe(0);
      });
      await becomes('mailer', 200);
    },
  );
});

describe('a collector that is down', () => {
  proves(['O.traces_told'], 'is reported in the log, and nothing else is affected', async () => {
    const { token } = await newConnection({ set });
    collector.stop();
    expect((await call('GET', '/profiles', { set, token })).status).toBe(200);
    for (const service of ['gateway', 'diary'] as const)
      await eventually(
        async () =>
          (await linesOf(service)).some(({ msg }) => msg === 'traces could not be sent to the collector'),
        `${service} to say so`,
      );
  });
});
