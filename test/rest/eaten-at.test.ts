import { describe, expect } from '@jest/globals';
import { logMeal } from 'shared/contract/operations/meals.ts';
import { newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectRecord } from './answers.ts';
import { list, log } from './meal-calls.ts';
import { meal } from './samples.ts';

describe('eaten_at', () => {
  const accepted: [sent: string, shown: string, day: string][] = [
    ['2026-10-04T13:05:00+02:00', '2026-10-04T13:05:00+02:00', '2026-10-04'],
    ['2026-10-04T13:05+02:00', '2026-10-04T13:05:00+02:00', '2026-10-04'],
    ['2026-10-04T13:05:59.123456789-03:30', '2026-10-04T13:05:59.123456789-03:30', '2026-10-04'],
    ['2024-02-29T23:59:59+14:00', '2024-02-29T23:59:59+14:00', '2024-02-29'],
    ['2026-12-31T00:00:00-14:00', '2026-12-31T00:00:00-14:00', '2026-12-31'],
    ['2000-02-29T12:00+00:00', '2000-02-29T12:00:00+00:00', '2000-02-29'],
    // With Z or -00:00, the day is that of Madrid.
    ['2026-10-04T21:59:59Z', '2026-10-04T21:59:59Z', '2026-10-04'],
    ['2026-10-04T22:00Z', '2026-10-04T22:00:00Z', '2026-10-05'],
    ['2026-10-04T22:00-00:00', '2026-10-04T22:00:00-00:00', '2026-10-05'],
    ['2026-10-04T22:00+00:00', '2026-10-04T22:00:00+00:00', '2026-10-04'],
    ['2026-12-31T23:00:00Z', '2026-12-31T23:00:00Z', '2027-01-01'],
    ['2028-02-28T23:30:00Z', '2028-02-28T23:30:00Z', '2028-02-29'],
    // The clocks of Madrid skip an hour on 29 March and repeat one on 25 October 2026.
    ['2026-03-28T22:59:00Z', '2026-03-28T22:59:00Z', '2026-03-28'],
    ['2026-03-28T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-24T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-25T23:00:00Z', '2026-10-26'],
    ['2026-03-29T02:30:00+01:00', '2026-03-29T02:30:00+01:00', '2026-03-29'],
    // The ends of the calendar.
    ['0001-01-01T00:00:00+14:00', '0001-01-01T00:00:00+14:00', '0001-01-01'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z', '9999-12-31'],
  ];

  proves(
    ['C1.offset', 'C2.day', 'S2.date_time', 'H23'],
    'is returned as sent, on the day that it names',
    async () => {
      const { token } = await newConnection({ timeZone: 'Europe/Madrid' });
      for (const [eaten_at, shown, day] of accepted) {
        const stored = expectRecord(logMeal, await log(token, { ...meal, eaten_at }));
        expect({ eaten_at, shown: stored.eaten_at, day: stored.day }).toEqual({ eaten_at, shown, day });
        expect((await list(token, day)).body.meals).toContainEqual(stored);
      }
    },
  );

  proves(
    ['S2.date_time', 'S7.status', 'H23'],
    'is refused if it is not a moment of the calendar',
    async () => {
      const { token } = await newConnection();
      const refused = [
        '2026-02-29T12:00:00Z',
        '2100-02-29T12:00:00Z',
        '2026-04-31T12:00:00Z',
        '2026-13-01T12:00:00Z',
        '2026-00-10T12:00:00Z',
        '2026-10-04T24:00:00Z',
        '2026-10-04T12:60:00Z',
        '2026-10-04T12:00:60Z',
        '2026-10-04T12:00:00',
        '2026-10-04',
        '2026-10-04T12:00:00+14:01',
        '2026-10-04T12:00:00-14:01',
        '2026-10-04T12:00:00+0200',
        '2026-10-04T12:00:00+02',
        '0000-01-01T12:00:00Z',
        '2026-10-04 12:00:00Z',
        '2026-10-04t12:00:00z',
        '2026-W40-7T12:00:00Z',
        '20261004T120000Z',
        '+002026-10-04T12:00:00Z',
        '2026-10-04T12:00:00.Z',
        '2026-10-04T12:00:00Z[Europe/Madrid]',
        'now',
        '',
        1_791_115_500,
        `2026-10-04T12:00:00.${'0'.repeat(60)}Z`,
        '２０２６-10-04T12:00:00Z',
        '2026-10-04T12:00:00Z\n',
      ];
      for (const eaten_at of refused)
        expectProblem(await log(token, { ...meal, eaten_at }), 400, 'validation_failed', '/eaten_at');
    },
  );
});
