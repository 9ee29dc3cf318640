import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { proves } from '../support/proves.ts';

const ROOT = new URL('../../', import.meta.url);
const text = await readFile(new URL('docs/security.md', ROOT), 'utf8');

/** For each section of OWASP ASVS 5.0.0: its last requirement of level 1 or 2. None before it is of level 3. */
const SECTIONS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

/** `1.2.6–8` as three requirement numbers. */
const pointsIn = (cell: string): string[] =>
  [...cell.matchAll(/(\d+\.\d+)\.(\d+)(?:–(\d+))?/g)].flatMap(([, section, first = '', last = first]) =>
    Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, index) => `${section}.${Number(first) + index}`,
    ),
  );

proves(['Z.document'], 'every requirement of ASVS up to level 2 is answered once', () => {
  const rows = [...text.matchAll(/^\| ([\d., –]+) \| (met|part|gap|operator|none) \|/gm)];
  const answered = rows.flatMap(([, points = '']) => pointsIn(points));
  const points = Object.entries(SECTIONS).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  );
  expect(points).toHaveLength(253);
  expect(answered.toSorted()).toEqual(points.toSorted());
});

proves(['Z.document'], 'every file that docs/security.md names exists', () => {
  const named = [
    ...text.matchAll(
      /`((?:services|shared|test|scripts|docs|bench)\/[^`\s]*|[\w.-]+\.(?:md|yml|json)|Dockerfile|\.dockerignore)`/g,
    ),
  ].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
});
