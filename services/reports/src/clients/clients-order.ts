import type { Language } from 'shared/contract/fields.ts';
import type { Measure } from 'shared/contract/measures.ts';
import { localeTag } from 'shared/pages/figures/format.ts';
import { addDays, startOfDay, today } from 'shared/records/calendar.ts';
import { z } from 'zod';
import { CLIENT_FIGURES, type Client } from './client.ts';

const SORT_COLUMNS = ['name', 'last_record', 'came_in', 'days', ...CLIENT_FIGURES] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** What an order goes by, and whether it begins with the greatest. */
type Sort = { column: SortColumn; descending: boolean };

/** Which clients the table shows, and in which order: without `sort`, those who have recorded since yesterday come first. */
export type ClientsOrder = { q: string; sort: Sort | undefined };

const order = z.object({
  q: z.string().trim().catch(''),
  sort: z
    .templateLiteral([z.enum(['', '-']), z.enum(SORT_COLUMNS)])
    .optional()
    .catch(undefined),
});

/** The order that an address asks for. What cannot be read counts as absent. */
export const readOrder = (query: unknown): ClientsOrder => {
  const { q, sort } = order.parse(query);
  return {
    q,
    sort: sort && { column: sort.replace('-', '') as SortColumn, descending: sort.startsWith('-') },
  };
};

/** The same as the parameters of an address. */
export const orderQuery = ({ q, sort }: ClientsOrder): Record<string, string> => ({
  ...(q && { q }),
  ...(sort && { sort: `${sort.descending ? '-' : ''}${sort.column}` }),
});

/** Those of whom a record came in since yesterday began where their diary is kept. */
export const sinceYesterday = (clients: readonly Client[], now: Date): ReadonlySet<Client> => {
  const open = clients.filter((client) => client.state === 'open');
  const inZones = Map.groupBy(open, ({ timeZone }) => timeZone);
  return new Set(
    [...inZones].flatMap(([timeZone, members]) => {
      const start = startOfDay(addDays(today(timeZone, now), -1), timeZone);
      return members.filter(({ figures: { last } }) => last !== undefined && last.cameIn >= start);
    }),
  );
};

/** A name as names are looked for: without regard to case and accents. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** What a client has in a column, to compare by; undefined where that is nothing. */
const valueIn = (client: Client, column: Exclude<SortColumn, 'name'>): string | number | undefined => {
  if (client.state !== 'open') return undefined;
  const { last, daysWithRecords, averages } = client.figures;
  if (column === 'days') return daysWithRecords;
  if (column === 'last_record') return last?.day;
  if (column === 'came_in') return last?.cameIn.getTime();
  return averages[column as Measure]?.last ?? undefined;
};

/** The clients whose name has the words that are looked for, in order. Those without a value in the column come last. */
export const orderClients = (
  language: Language,
  clients: readonly Client[],
  { q, sort }: ClientsOrder,
  now: Date,
): Client[] => {
  const names = new Intl.Collator(localeTag(language), { numeric: true });
  const byName = (one: Client, other: Client): number => names.compare(one.name, other.name);
  const bySort =
    ({ column, descending }: Sort) =>
    (one: Client, other: Client): number => {
      const sign = descending ? -1 : 1;
      if (column === 'name') return sign * byName(one, other);
      const [a, b] = [valueIn(one, column), valueIn(other, column)];
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      return a === b ? 0 : a < b ? -sign : sign;
    };
  const lately = sinceYesterday(clients, now);
  const compare = sort
    ? bySort(sort)
    : (one: Client, other: Client) => Number(lately.has(other)) - Number(lately.has(one));
  const wanted = folded(q);
  return clients
    .filter(({ name }) => folded(name).includes(wanted))
    .toSorted((one, other) => compare(one, other) || byName(one, other));
};
