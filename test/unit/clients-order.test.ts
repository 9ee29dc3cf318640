import { expect } from '@jest/globals';
import { CLIENT_FIGURES, type Client } from '../../services/reports/src/clients/client.ts';
import { orderClients, orderQuery, readOrder } from '../../services/reports/src/clients/clients-order.ts';
import { clientsPage } from '../../services/reports/src/clients/clients-page.ts';
import { proves } from '../support/proves.ts';

const NOW = new Date('2026-11-27T08:00:00Z');

const open = (name: string, cameIn: string | undefined, steps: number | null, days = 1): Client => ({
  id: name,
  name,
  path: '/r/x',
  state: 'open',
  timeZone: 'America/New_York',
  figures: {
    last: cameIn === undefined ? undefined : { day: cameIn.slice(0, 10), cameIn: new Date(cameIn) },
    daysWithRecords: days,
    averages: { steps: { last: steps, before: null } },
  },
});

const CLIENTS: Client[] = [
  { id: 'gone', name: 'Andrés', path: '/r/x', state: 'ended' },
  // Yesterday began at 05:00 UTC of the 26th, in New York.
  open('Елена', '2026-11-26T04:59:00Z', 300),
  open('Zoé', '2026-11-26T05:00:00Z', 100, 7),
  open('Jörg 10', '2026-11-27T07:00:00Z', null, 3),
  open('Jörg 9', '2026-11-20T07:00:00Z', 200, 2),
  open('Olga', undefined, null, 0),
];

const namesFor = (query: object): string[] =>
  orderClients('en', CLIENTS, readOrder(query), NOW).map(({ name }) => name);

proves(['C13.clients'], 'the table is filtered by name, and sorted by any column', () => {
  expect(namesFor({})).toEqual(['Jörg 10', 'Zoé', 'Andrés', 'Jörg 9', 'Olga', 'Елена']);
  expect(namesFor({ sort: 'name' })).toEqual(['Andrés', 'Jörg 9', 'Jörg 10', 'Olga', 'Zoé', 'Елена']);
  expect(namesFor({ sort: '-name' })).toEqual(namesFor({ sort: 'name' }).reverse());
  // Without a value last, whichever way it is sorted.
  expect(namesFor({ sort: 'steps' })).toEqual(['Zoé', 'Jörg 9', 'Елена', 'Andrés', 'Jörg 10', 'Olga']);
  expect(namesFor({ sort: '-steps' })).toEqual(['Елена', 'Jörg 9', 'Zoé', 'Andrés', 'Jörg 10', 'Olga']);
  expect(namesFor({ sort: '-days' })[0]).toBe('Zoé');
  expect(namesFor({ sort: 'came_in' }).slice(0, 2)).toEqual(['Jörg 9', 'Елена']);
  expect(namesFor({ sort: '-last_record' })[0]).toBe('Jörg 10');
  expect(namesFor({ q: ' JORG ', sort: 'name' })).toEqual(['Jörg 9', 'Jörg 10']);
  expect(namesFor({ q: 'елен' })).toEqual(['Елена']);
  expect(namesFor({ q: 'nobody' })).toEqual([]);
});

proves(['C13.clients'], 'the day of a last record says its year where that is another', () => {
  const clients = [open('lately', '2026-11-26T05:00:00Z', 1), open('once', '2025-11-26T05:00:00Z', null)];
  const signedIn = { csrf: 'x' } as never;
  const { main } = clientsPage({ language: 'en', signedIn, clients, order: readOrder({}), now: NOW });
  expect(main.markup).toContain('<td>Thu 26 Nov</td>');
  expect(main.markup).toContain('<td>26 November 2025</td>');
});

proves(['C13.clients'], 'what an address asks for is read leniently, and written as it was', () => {
  for (const sort of ['name', '-name', 'days', ...CLIENT_FIGURES, ...CLIENT_FIGURES.map((one) => `-${one}`)])
    expect(orderQuery(readOrder({ sort, q: 'a' }))).toEqual({ sort, q: 'a' });
  for (const query of [{ sort: 'owner' }, { sort: '--name' }, { sort: ['name', 'days'] }, { q: ['a'] }, {}])
    expect(orderQuery(readOrder(query))).toEqual({});
});
