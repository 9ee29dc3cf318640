import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { compose, composeService, image, projectRoot, serviceNames } from '../deployment/deployment-files.ts';
import { newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { type Sample, SERVICES, scrape } from './scrape.ts';

const read = (path: string): string => readFileSync(resolve(projectRoot, 'deploy', path), 'utf8');

type Dashboard = { panels: { title: string; targets: { expr: string; legendFormat: string }[] }[] };
type Rule = { alert: string; expr: string; labels: object; annotations: { summary: string } };

const dashboard: Dashboard = JSON.parse(read('grafana/dashboard.json'));
const rules: Rule[] = parse(read('prometheus/alerts.yml')).groups.flatMap(
  ({ rules }: { rules: Rule[] }) => rules,
);
const [scraping] = parse(read('prometheus/prometheus.yml')).scrape_configs;

/** Grafana replaces its variable by a time. */
const panelExpressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }): [string, string] => [title, expr.replaceAll('$__rate_interval', '1m')]),
);
const alertExpressions = rules.map(({ alert, expr }): [string, string] => [alert, expr]);

type Usage = { metrics: string[]; labels: string[]; mistakes: string[] };

/** The metrics, labels and syntax errors in a PromQL expression. */
const usageOf = (expression: string): Usage => {
  const usage: Usage = { metrics: [], labels: [], mistakes: [] };
  parser.parse(expression).iterate({
    enter: ({ name, type, from, to, node }) => {
      const text = expression.slice(from, to);
      if (type.isError) usage.mistakes.push(text);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') usage.metrics.push(text);
      if (name === 'LabelName') usage.labels.push(text);
    },
  });
  return usage;
};

let names: Set<string>;
let samples: Sample[];

beforeAll(async () => {
  await newConnection();
  const scrapes = await Promise.all(SERVICES.map((service) => scrape(service)));
  // `up` comes from Prometheus itself.
  names = new Set(['up', ...scrapes.flatMap((each) => each.names)]);
  samples = scrapes.flatMap((each) => each.samples);
});

describe.each([
  ['the dashboard', panelExpressions],
  ['the alerts', alertExpressions],
])('%s', (_file, expressions) => {
  proves(['O.monitoring_files'], 'use existing metrics and labels', () => {
    expect(expressions.length).toBeGreaterThan(5);
    const labels = new Set(['job', 'instance', ...samples.flatMap((sample) => Object.keys(sample.labels))]);
    // Labels of metrics that have counted nothing yet.
    for (const label of ['reason', 'counted_by', 'outcome', 'template']) labels.add(label);
    for (const [title, expression] of expressions) {
      const usage = usageOf(expression);
      expect([title, usage.mistakes]).toEqual([title, []]);
      expect([title, usage.metrics.length > 0]).toEqual([title, true]);
      expect([title, usage.metrics.filter((name) => !names.has(name))]).toEqual([title, []]);
      expect([title, usage.labels.filter((label) => !labels.has(label))]).toEqual([title, []]);
    }
  });
});

describe('Prometheus', () => {
  test('scrapes every service on its metrics port', () => {
    const [{ names: scraped, port }] = scraping.dns_sd_configs;
    expect([...scraped].sort()).toEqual([...serviceNames].sort());
    expect(String(port)).toBe(image.env.METRICS_PORT);
    for (const name of serviceNames)
      expect(
        composeService(name).networks.filter((each) => composeService('prometheus').networks.includes(each)),
      ).not.toEqual([]);
  });

  test('and Grafana find their files where compose mounts them', () => {
    const mounted = ['prometheus', 'grafana'].flatMap((name) => composeService(name).volumes ?? []);
    const files = mounted.map((volume) => volume.split(':')[0] ?? '').filter((path) => path.startsWith('./'));
    expect(files.length).toBe(4);
    for (const file of files) expect(existsSync(resolve(projectRoot, file))).toBe(true);
    const provider = parse(read('grafana/dashboards.yml')).providers[0];
    expect(mounted.some((volume) => volume.includes(`:${provider.options.path}/dashboard.json`))).toBe(true);
    expect(compose.services).toHaveProperty('prometheus');
  });

  test('says in each alert what is wrong and how urgent it is', () => {
    for (const { alert, labels, annotations } of rules) {
      expect([alert, labels]).toEqual([alert, { severity: expect.stringMatching(/^(page|ticket)$/) }]);
      expect([alert, annotations.summary.length > 20]).toEqual([alert, true]);
    }
  });
});
