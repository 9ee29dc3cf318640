import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { signIn } from '../person/steps.ts';
import { call, newConnection, newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { readParts, site } from '../support/set.ts';
import { SERVICES, type Service, scrape, sumOf } from './scrape.ts';

const MEAL = {
  meal_type: 'lunch',
  description: 'Borscht that nobody else has eaten',
  items: [{ name: 'Borscht', kcal: 200, protein_g: 8, carbs_g: 20, fat_g: 9 }],
};

/** Waits until a metric has grown: it may be counted a moment after the answer. */
const growsBy = async (read: () => Promise<number>, act: () => Promise<unknown>): Promise<void> => {
  const before = await read();
  await act();
  await eventually(async () => (await read()) > before, 'the metric to grow');
};

describe('the metrics', () => {
  proves(['O.metrics'], 'count requests by operation and status class', async () => {
    const { token } = await newConnection();
    const count = (status: string) => async () =>
      sumOf(await scrape('diary'), 'http_request_duration_seconds_count', {
        operation: 'log_meal',
        status,
      });
    const log = (body: object) => () => call('POST', '/meals', { token, body });
    await growsBy(count('2xx'), log(MEAL));
    await growsBy(count('4xx'), log({}));
  });

  proves(['O.metrics'], 'name the tools of /mcp', async () => {
    const { token } = await newConnection();
    const count = async () =>
      sumOf(await scrape('mcp'), 'http_request_duration_seconds_count', { operation: 'whoami' });
    await growsBy(count, () => callTool('whoami', {}, { token }));
  });

  proves(['O.metrics'], 'count what limits allow and refuse', async () => {
    const { token } = await newConnection();
    const count = (decision: string) => async () =>
      sumOf(await scrape('gateway'), 'limit_decisions_total', { limit: 'requests', decision });
    const getMe = () => call('GET', '/me', { token });
    await growsBy(count('allowed'), getMe);
    await Promise.all(Array.from({ length: 120 }, getMe));
    await growsBy(count('refused'), getMe);
  });

  proves(['O.metrics'], 'count mails by outcome, and jobs in the queues', async () => {
    const accepted = async () =>
      sumOf(await scrape('mailer'), 'mails_total', { template: 'approval', outcome: 'accepted' });
    await growsBy(accepted, () => newConnection());
    const auth = await scrape('auth');
    const queues = auth.samples.filter(({ name }) => name === 'queue_jobs').map(({ labels }) => labels.queue);
    expect([...new Set(queues)].sort()).toEqual(
      ['call-log', 'erasure-auth', 'erasure-diary', 'erasure-done', 'erasure-reports', 'mail'].sort(),
    );
    const done = async () => sumOf(await scrape('auth'), 'job_duration_seconds_count', { queue: 'call-log' });
    await eventually(done, 'a batch of the call log to be measured');
  });

  proves(['O.metrics'], 'count failures from 0 on, so that alerts see the first one', async () => {
    const { token } = await newConnection();
    await call('GET', '/profiles', { token });
    const seriesOf = async (service: Service, name: string, labels: Record<string, string>) =>
      (await scrape(service)).samples.filter(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      );
    for (const template of ['approval', 'sign_in'])
      for (const outcome of ['put_off', 'refused', 'no_answer', 'failed'])
        expect(await seriesOf('mailer', 'mails_total', { template, outcome })).toHaveLength(1);
    for (const reason of ['timeout', 'connectionError'])
      expect(await seriesOf('auth', 'mongodb_pool_failures_total', { reason })).toHaveLength(1);
    const failed = { operation: 'list_profiles', status: '5xx' };
    for (const reason of ['timeout', 'broken_off'])
      expect(await seriesOf('diary', 'upstream_failures_total', { reason, upstream: 'auth' })).toHaveLength(
        1,
      );
    for (const service of ['gateway', 'diary'] as const)
      expect(await seriesOf(service, 'http_request_duration_seconds_count', failed)).toHaveLength(1);
  });

  proves(['O.metrics'], 'show whether engines and services are up', async () => {
    const isUp = async (service: Service, check: string) =>
      sumOf(await scrape(service), 'health_check_up', { check }) === 1;
    const isReady = async (upstream: string) =>
      sumOf(await scrape('gateway'), 'upstream_replicas_ready', { upstream }) === 1;
    // Not at each look: an answer that takes a second counts as none.
    for (const service of ['auth', 'diary', 'reports'] as const)
      await eventually(() => isUp(service, 'mongodb'), `MongoDB to be up for ${service}`);
    for (const service of ['gateway', 'auth', 'mcp', 'mailer'] as const)
      await eventually(() => isUp(service, 'redis'), `Redis to be up for ${service}`);
    for (const upstream of ['auth', 'diary', 'reports', 'mcp'])
      await eventually(() => isReady(upstream), `${upstream} to be up`);
    const auth = await scrape('auth');
    expect(sumOf(auth, 'health_check_seconds', { check: 'mongodb' })).toBeGreaterThan(0);
    expect(sumOf(auth, 'mongodb_pool_connections', { state: 'open' })).toBeGreaterThan(0);
  });

  test.each(SERVICES)('of %s include those of the process', async (service) => {
    const { names } = await scrape(service);
    expect(names).toEqual(
      expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_utilization_ratio']),
    );
  });

  proves(['O.metrics_private'], 'contain nothing of an account', async () => {
    const email = newEmail();
    const { token, account, requestId } = await newConnection({ email, clientName: 'Dacha assistant' });
    const meal = await call('POST', '/meals', { token, body: MEAL });
    await call('GET', '/days/2026-01-02', { token });
    const link = await call('POST', '/share-links', { token, body: {} });
    await fetch(link.body.url);
    const { cookie } = await signIn(email);
    await fetch(`${site.url}/report`, { headers: { cookie } });
    await fetch(`${site.url}/no-such-place/${token}`);
    const secrets = [
      ...[email, token, account.id, requestId, meal.body.id, link.body.id, 'Borscht', 'Dacha', '2026-01-02'],
      new URL(link.body.url).pathname.split('/').at(-1) ?? '',
      cookie.split('=')[1] ?? '',
    ];
    for (const service of SERVICES) {
      const { text } = await scrape(service);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });

  proves(['O.metrics_private'], 'have only labels from a bounded set', async () => {
    const known = [
      ...['service', 'operation', 'status', 'le', 'limit', 'decision', 'counted_by', 'upstream', 'reason'],
      ...['queue', 'state', 'outcome', 'template', 'check', 'quantile', 'kind', 'type', 'space', 'version'],
      ...['major', 'minor', 'patch'],
    ];
    const samples = (await Promise.all(SERVICES.map((service) => scrape(service)))).flatMap(
      (each) => each.samples,
    );
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
    expect([...labels].filter((label) => !known.includes(label))).toEqual([]);
    const operations = new Set(samples.flatMap(({ labels }) => labels.operation ?? []));
    for (const { id } of OPERATIONS) operations.delete(id);
    for (const operation of operations)
      expect(operation).toMatch(/^[A-Za-z_]+$|^(GET|HEAD|POST|DELETE|OPTIONS) \/[\w/{}.-]*$/);
  });

  proves(
    ['O.metrics_private'],
    'are not served by the gateway or any port that answers requests',
    async () => {
      const parts = await readParts(site.dataDir);
      for (const service of SERVICES) {
        const response = await fetch(`http://127.0.0.1:${parts[service]?.port}/metrics`);
        expect(response.status).toBe(404);
      }
    },
  );
});
