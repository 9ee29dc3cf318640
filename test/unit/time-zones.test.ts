import { describe, expect, test } from '@jest/globals';
import { findTimeZone, TIME_ZONES } from 'shared/records/time-zones.ts';
import { proves } from '../support/proves.ts';

describe('a time zone', () => {
  test('is found in upper or lower case, by its older names too', () => {
    for (const zone of TIME_ZONES) expect(findTimeZone(zone.toLowerCase())).toBe(zone);
    for (const older of ['Europe/Kiev', 'US/Eastern', 'GB', 'EST5EDT', 'EST', 'CET', 'PRC', 'Etc/GMT+5'])
      expect(findTimeZone(older)?.toLowerCase()).toBe(older.toLowerCase());
  });

  proves(['C2.zones'], 'is listed by its current name alone, and found by either, as it is written', () => {
    for (const [current, older] of [
      ['Europe/Kyiv', 'Europe/Kiev'],
      ['Asia/Kolkata', 'Asia/Calcutta'],
      ['America/Nuuk', 'America/Godthab'],
      ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
      ['Africa/Asmara', 'Africa/Asmera'],
      ['Pacific/Chuuk', 'Pacific/Truk'],
    ] as const) {
      expect(TIME_ZONES).toContain(current);
      expect(TIME_ZONES).not.toContain(older);
      for (const name of [current, older]) expect(findTimeZone(name.toLowerCase())).toBe(name);
    }
  });

  test('is listed under one name, every one that ICU knows', () => {
    const resolved = TIME_ZONES.map(
      (timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone,
    );
    expect(resolved.toSorted()).toEqual(['UTC', ...Intl.supportedValuesOf('timeZone')].toSorted());
  });

  proves(
    ['C2.time_zone'],
    'is not an abbreviation, which ICU takes for some place or other, nor an offset',
    () => {
      const names = [
        'BST',
        'IST',
        'PST',
        'AST',
        'bst',
        'SystemV/PST8',
        'US/Pacific-New',
        '+03:00',
        'UTC+3',
        '',
      ];
      expect(names.map(findTimeZone)).toEqual(names.map(() => undefined));
    },
  );
});
