import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { dateTime } from 'shared/contract/fields.ts';
import {
  addDays,
  countDays,
  daysBetween,
  endOfDay,
  momentOf,
  startOfDay,
  today,
} from 'shared/records/calendar.ts';

const zones = [
  'UTC',
  'Europe/Madrid',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Casablanca',
  'Pacific/Apia',
];
const zone = fc.constantFrom(...zones);
const DAY_MS = 86_400_000;

/** The local time of day in the zone, according to the JavaScript engine. */
const timeIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(instant);

/** The local date in the zone, according to the JavaScript engine. */
const dateIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);

const pad = (value: number): string => String(value).padStart(2, '0');
const offset = fc.integer({ min: -14 * 60, max: 14 * 60 }).map((minutes) => ({
  minutes,
  text: `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`,
}));
const instant = fc.date({ min: new Date('1971-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const fraction = fc.constantFrom('', ':00', ':59', ':07.5', ':07.123', ':07.123456789');

describe('momentOf', () => {
  test('keeps the date and time of the offset that was sent, whatever the zone', () => {
    fc.assert(
      fc.property(instant, offset, fraction, zone, (at, { minutes, text }, seconds, timeZone) => {
        const local = new Date(at.getTime() + minutes * 60_000).toISOString();
        const sent = `${local.slice(0, 16)}${seconds}${text}`;
        expect(dateTime.safeParse(sent).success).toBe(true);
        const moment = momentOf(sent, timeZone);
        expect(moment.day).toBe(local.slice(0, 10));
        expect(moment.clock_time).toBe(local.slice(11, 16));
        expect(moment.text).toBe(`${local.slice(0, 16)}${seconds || ':00'}${text}`);
        const milliseconds = Math.trunc(Number(`0${seconds.slice(1) || '0'}`) * 1000);
        expect(moment.instant.getTime()).toBe(Math.floor(at.getTime() / 60_000) * 60_000 + milliseconds);
      }),
    );
  });

  test('takes the date and time of the zone if the offset says nothing about the place', () => {
    fc.assert(
      fc.property(instant, zone, fc.constantFrom('Z', '-00:00'), (at, timeZone, ending) => {
        const moment = momentOf(`${at.toISOString().slice(0, 23)}${ending}`, timeZone);
        expect(moment.day).toBe(dateIn(at, timeZone));
        expect(moment.clock_time).toBe(timeIn(at, timeZone));
        expect(moment.instant).toEqual(at);
      }),
    );
  });

  test('follows the zone through clock changes', () => {
    const changes: [string, string][] = [
      ['Europe/Madrid', '2026-03-29'],
      ['Europe/Madrid', '2026-10-25'],
      ['America/New_York', '2026-03-08'],
      ['America/New_York', '2026-11-01'],
      ['Australia/Lord_Howe', '2026-10-04'],
      // Midnight itself is skipped or repeated.
      ['America/Santiago', '2026-09-06'],
      ['Africa/Cairo', '2026-04-24'],
      // Samoa skipped 30 December 2011.
      ['Pacific/Apia', '2011-12-30'],
    ];
    for (const [timeZone, day] of changes)
      for (let quarter = -2 * 96; quarter < 2 * 96; quarter += 1) {
        const at = new Date(Date.parse(day) + quarter * 15 * 60_000);
        expect(momentOf(at.toISOString(), timeZone).day).toBe(dateIn(at, timeZone));
      }
  });

  test('has a valid day, even at the ends of the calendar', () => {
    for (const sent of [
      '0001-01-01T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59Z',
      '9999-12-31T23:59:59-14:00',
    ])
      for (const timeZone of zones) expect(momentOf(sent, timeZone).day).toBe(sent.slice(0, 10));
  });

  test('without an argument is now in the zone, to the second', () => {
    for (const timeZone of zones) {
      for (const absent of [undefined, null]) {
        const before = Date.now();
        const { text, instant: at, day, clock_time } = momentOf(absent, timeZone);
        expect(dateTime.safeParse(text).success).toBe(true);
        expect(text).toMatch(/T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/);
        expect(at).toEqual(new Date(text));
        expect(at.getTime()).toBeGreaterThan(before - 1000);
        expect(at.getTime()).toBeLessThanOrEqual(Date.now());
        expect(day).toBe(dateIn(at, timeZone));
        expect(text.slice(0, 10)).toBe(day);
        expect(text.slice(11, 16)).toBe(clock_time);
      }
      expect([dateIn(new Date(), timeZone), dateIn(new Date(Date.now() - 1000), timeZone)]).toContain(
        today(timeZone),
      );
    }
  });
});

describe('days', () => {
  const day = fc
    .date({ min: new Date('0001-01-08'), max: new Date('9999-09-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('are counted and listed as in the calendar', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 92 }), (from, more) => {
        const to = new Date(Date.parse(from) + more * DAY_MS).toISOString().slice(0, 10);
        expect(addDays(from, more)).toBe(to);
        expect(addDays(to, -more)).toBe(from);
        expect(countDays(from, to)).toBe(more + 1);
        expect(countDays(to, from)).toBe(1 - more);
        const listed = daysBetween(from, to);
        expect(listed).toEqual(
          Array.from({ length: more + 1 }, (_, index) =>
            new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
          ),
        );
      }),
    );
  });

  test('begin where the day before ends, in whatever season that is asked', () => {
    const begins: [timeZone: string, day: string, at: string][] = [
      ['Europe/Madrid', '2026-10-25', '2026-10-24T22:00:00.000Z'],
      // The clock shows midnight twice.
      ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
      ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
      // It shows the last hour of the day before twice, or goes from midnight to one.
      ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
      ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
      ['UTC', '9999-12-31', '9999-12-31T00:00:00.000Z'],
    ];
    const clock = jest.spyOn(Date, 'now');
    try {
      for (const asked of ['2026-01-15T12:00Z', '2026-07-15T12:00Z']) {
        clock.mockReturnValue(Date.parse(asked));
        for (const [timeZone, day, at] of begins) {
          expect(startOfDay(day, timeZone).toISOString()).toBe(at);
          expect(endOfDay(addDays(day, -1), timeZone).toISOString()).toBe(at);
        }
      }
    } finally {
      clock.mockRestore();
    }
  });

  test('include leap days', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(daysBetween('2100-02-28', '2100-03-01')).toEqual(['2100-02-28', '2100-03-01']);
    expect(daysBetween('2000-02-29', '2000-02-29')).toEqual(['2000-02-29']);
    expect(daysBetween('2026-12-31', '2027-01-01')).toEqual(['2026-12-31', '2027-01-01']);
  });
});
