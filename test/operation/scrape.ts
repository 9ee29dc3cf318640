import { readParts, type SetAddresses, site } from '../support/set.ts';

/** One value of a metric: `http_requests_total{operation="list_meals"} 3`. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

export type Scrape = { text: string; names: string[]; samples: Sample[] };

export const SERVICES = ['gateway', 'auth', 'diary', 'reports', 'mcp', 'mailer'] as const;
export type Service = (typeof SERVICES)[number];

const readSample = (line: string): Sample => {
  const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
    key,
    text,
  ]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
};

/** The metrics of a service of the set. */
export const scrape = async (service: Service, set: SetAddresses = site): Promise<Scrape> =>
  scrapeAt(`http://127.0.0.1:${(await readParts(set.dataDir))[service]?.metricsPort}/metrics`);

/** The metrics of one process. `names` are those that it exposes, with or without a value. */
export const scrapeAt = async (metricsUrl: string): Promise<Scrape> => {
  const response = await fetch(metricsUrl);
  const text = await response.text();
  if (!response.ok) throw new Error(`${metricsUrl} answered ${response.status}: ${text}`);
  const lines = text.split('\n');
  const types = lines.map((line) => /^# TYPE (\w+) (\w+)/.exec(line)).filter((found) => found !== null);
  return {
    text,
    names: types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
    samples: lines.filter((line) => line && !line.startsWith('#')).map(readSample),
  };
};

/** The sum of a metric's values with these labels; 0 if there are none. */
export const sumOf = ({ samples }: Scrape, name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
