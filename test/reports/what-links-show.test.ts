import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { CommandStartedEvent, Document } from 'mongodb';
import { SHOWN_KINDS, type ShownKind } from 'shared/contract/kinds.ts';
import { mapFields } from 'shared/contract/map-fields.ts';
import { TARGET_FIELDS } from 'shared/contract/measures.ts';
import { createApp } from 'shared/http/app.ts';
import { createLog } from 'shared/observe/log.ts';
import { pageErrorHandler } from 'shared/pages/shell/error-page.ts';
import { createKeys, hashSecret } from 'shared/process/keys.ts';
import { daysBetween } from 'shared/records/calendar.ts';
import { recordCollections } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { createProfiles } from 'shared/records/profiles.ts';
import { uuidv7 } from 'uuidv7';
import { createKeptLinkStore } from '../../services/reports/src/clients/kept-link-store.ts';
import { createReportStore } from '../../services/reports/src/report/report-store.ts';
import { createDaysCsvReader } from '../../services/reports/src/report-data/days-csv.ts';
import { createListedRecordsStore } from '../../services/reports/src/report-data/listed-records-store.ts';
import { createReportPageReader } from '../../services/reports/src/report-data/report-page-data.ts';
import { newShareLink, type StoredShareLink } from '../../services/reports/src/share-links/share-link.ts';
import { createShareLinkStore } from '../../services/reports/src/share-links/share-link-store.ts';
import { sharedReportRoutes } from '../../services/reports/src/shared-report/shared-report-routes.ts';
import { onDatabase } from '../support/database.ts';
import { listen } from '../support/listen.ts';
import { proves } from '../support/proves.ts';
import { type Diary, newProfile, storeDiary } from './diary.ts';

const client = 'mark-assistant';
const DAYS = daysBetween('2026-11-02', '2026-11-07');
const [FIRST = '', , THIRD = '', FOURTH = ''] = DAYS;
const NAMES = ['mark-name-0', 'mark-name-1'];
const LABEL = 'mark-label';

/** A mark that no other field has; the letters stand for the day, which a page may write in any way. */
const mark = (kind: ShownKind, field: string, day: string, place: number): string =>
  `mark-${kind}-${field}-${place}${'abcdef'[DAYS.indexOf(day)]}`;

const FIELDS: Partial<Record<ShownKind, readonly string[]>> = {
  meals: ['name', 'portion', 'about', 'description', 'notes', 'model'],
  activity: ['workout', 'source'],
  sleep: ['source'],
  wellbeing: ['text', 'statement', 'when', 'did', 'felt', 'quote', 'model'],
};

/** The texts of a kind that a page has where it shows a day of a profile. */
const marksOf = (kind: ShownKind, day: string, place: number): string[] =>
  (FIELDS[kind] ?? []).map((field) => mark(kind, field, day, place));

/** Figures of each kind that no other kind has, as a page writes them, whatever is added up or averaged of them. */
const FIGURES: Record<ShownKind, readonly RegExp[]> = {
  meals: [/7,013/, /Food/, /Protein/],
  activity: [/8,017/, /Steps/, /Activity/],
  sleep: [/5.h.43.min/, /03:17/, /Sleep/],
  wellbeing: [/class="wellbeing"/, />Notes</],
  targets: [/4,321/, /9,876/, /target/],
};

/** What the CSV has of each kind: a column a figure, and what a day of these diaries has in it. */
const CSV = {
  meals: {
    names: ['kcal', 'protein_g', 'carbs_g', 'fat_g', 'fiber_g', 'sugar_g', 'sodium_mg'],
    values: ['7013', '11', '12', '13', '', '', ''],
  },
  activity: {
    names: ['steps', 'active_kcal', 'total_kcal', 'distance_km', 'exercise_minutes', 'resting_hr'],
    values: ['8017', '', '', '', '', ''],
  },
  sleep: { names: ['in_bed_minutes', 'asleep_minutes'], values: ['', '343'] },
};
const KINDS_WITH_COLUMNS = ['meals', 'activity', 'sleep'] as const;

/** A diary that holds these kinds on these days, with a mark in every field. */
const diaryOf = (days: readonly string[], shows: readonly ShownKind[], place: number): Diary => {
  const all = {
    meals: days.map((day) => ({
      day,
      client,
      input: {
        meal_type: 'lunch' as const,
        eaten_at: `${day}T12:41:00+01:00`,
        description: mark('meals', 'description', day, place),
        notes: mark('meals', 'notes', day, place),
        model: mark('meals', 'model', day, place),
        items: [
          {
            name: mark('meals', 'name', day, place),
            portion: mark('meals', 'portion', day, place),
            description: mark('meals', 'about', day, place),
            ...{ kcal: 7013, protein_g: 11, carbs_g: 12, fat_g: 13 },
          },
        ],
      },
    })),
    activity: days.map((day) => ({
      day,
      client,
      input: {
        steps: 8017,
        workouts: [{ type: mark('activity', 'workout', day, place) }],
        source_app: mark('activity', 'source', day, place),
      },
    })),
    sleep: days.map((day) => ({
      day,
      client,
      input: { asleep_minutes: 343, bedtime: '03:17', source_app: mark('sleep', 'source', day, place) },
    })),
    notes: days.map((day) => ({
      day,
      client,
      input: {
        text: mark('wellbeing', 'text', day, place),
        recorded_at: `${day}T20:00:00+01:00`,
        statements: [
          {
            kind: 'feeling' as const,
            text: mark('wellbeing', 'statement', day, place),
            when: mark('wellbeing', 'when', day, place),
          },
        ],
        links: [
          {
            did: mark('wellbeing', 'did', day, place),
            felt: mark('wellbeing', 'felt', day, place),
            quote: mark('wellbeing', 'quote', day, place),
          },
        ],
        model: mark('wellbeing', 'model', day, place),
      },
    })),
  };
  const kept = <Records>(kind: ShownKind, records: Records[]) => (shows.includes(kind) ? records : []);
  return {
    meals: kept('meals', all.meals),
    activity: kept('activity', all.activity),
    sleep: kept('sleep', all.sleep),
    notes: kept('wellbeing', all.notes),
  };
};

const targets = { ...mapFields(TARGET_FIELDS, () => null), kcal: 4321, steps: 9876 };
const keys = createKeys(['a key of at least 32 characters, for a test']);

let server: Server;
let origin: string;
let commands: Document[] = [];
let leave: () => void;
let db: Parameters<Parameters<typeof onDatabase>[0]>[0];

beforeAll(async () => {
  const opened = Promise.withResolvers<void>();
  const done = new Promise<void>((resolve) => {
    leave = resolve;
  });
  void onDatabase((database) => {
    db = database;
    opened.resolve();
    return done;
  });
  await opened.promise;
  db.client.on('commandStarted', ({ command }: CommandStartedEvent) => commands.push(command));
  const app = createApp(createLog('reports', 'fatal')).use(
    sharedReportRoutes({
      keys,
      siteUrl: 'http://localhost',
      kept: createKeptLinkStore(db, keys),
      profiles: createProfiles(db),
      links: createShareLinkStore(db),
      isOpen: async () => true,
      views: { add: () => undefined, finish: async () => undefined },
      readPage: createReportPageReader(createReportStore(db), createListedRecordsStore(db)),
      readDaysCsv: createDaysCsvReader(createReportStore(db)),
    }),
    pageErrorHandler('http://localhost'),
  );
  server = createServer(app);
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.close();
  leave();
});

type Limits = Partial<Pick<StoredShareLink, 'shows' | 'from' | 'to'>>;

/** An account of two profiles, each with such a diary; without targets where none are among the kinds. */
const newAccount = async (days: readonly string[], shows: readonly ShownKind[]): Promise<StoredProfile[]> => {
  const own = newProfile({ name: NAMES[0] ?? '', targets: shows.includes('targets') ? targets : null });
  const other = { ...own, _id: `prof_${uuidv7()}`, name: NAMES[1] ?? '', is_default: false, place: 1 };
  await recordCollections(db).profiles.insertMany([own, other]);
  for (const [place, profile] of [own, other].entries())
    await storeDiary(db, profile, diaryOf(days, shows, place));
  return [own, other];
};

const newLink = async (profile: StoredProfile, ofOne: boolean, limits: Limits): Promise<string> => {
  const secret = uuidv7();
  const link = newShareLink(keys, {
    accountId: profile.account_id,
    profileId: ofOne ? profile._id : null,
    expiresInDays: 1,
    label: LABEL,
    ...limits,
  });
  await db.collection<StoredShareLink>('share_links').insertOne({ ...link, secret_hash: hashSecret(secret) });
  return `/r/${secret}`;
};

const read = async (path: string) => {
  commands = [];
  const response = await fetch(origin + path, { headers: { 'accept-language': 'en' } });
  return { status: response.status, text: (await response.text()).replaceAll(/[\u00a0\u202f\u2009]/g, ' ') };
};

/** Every combination of kinds but none. */
const SUBSETS = Array.from({ length: 2 ** SHOWN_KINDS.length - 1 }, (_, bits) =>
  SHOWN_KINDS.filter((_, place) => ((bits + 1) >> place) & 1),
);
const RANGES: readonly Limits[] = [{}, { from: THIRD, to: FOURTH }, { from: FOURTH }, { to: FIRST }];
const ASKED = `from=${FIRST}&to=${DAYS.at(-1)}`;

const QUERIES = [
  ASKED,
  `period=daily&day=${THIRD}`,
  'period=monthly&day=2026-11-02',
  'period=weekly&day=2026-10-20',
];

const isIn = ({ from, to }: Limits, day: string): boolean => (!from || day >= from) && (!to || day <= to);

/** The collections that the commands read, with what they ask for of each. */
const asked = () =>
  commands.flatMap(({ find, aggregate, filter, pipeline }) =>
    find
      ? [{ collection: find, filter }]
      : [
          { collection: aggregate, filter: pipeline[0].$match },
          ...pipeline.flatMap(({ $unionWith }: Document) =>
            $unionWith ? [{ collection: $unionWith.coll, filter: $unionWith.pipeline[0].$match }] : [],
          ),
        ],
  );

describe('a link', () => {
  proves(
    ['H29', 'C13.shows'],
    'shows its kinds and days of its profile, and asks for nothing else',
    async () => {
      const profiles = await newAccount(DAYS, SHOWN_KINDS);
      for (const [number, shows] of SUBSETS.entries())
        for (const [turn, range] of RANGES.entries()) {
          // Every kind with every range, one of the profiles or both in turn.
          const ofOne = (number + turn) % 4 < 2;
          const place = number % 2;
          const profile = profiles[place] as StoredProfile;
          const path = await newLink(profile, ofOne, { shows, ...range });
          const { status, text } = await read(`${path}?${ASKED}&profile=${place}`);
          const where = JSON.stringify({ shows, range, ofOne, place });
          expect([where, status]).toEqual([where, 200]);
          const expected = shows.flatMap((kind) =>
            DAYS.filter((day) => isIn(range, day)).flatMap((day) => marksOf(kind, day, place)),
          );
          const names = ofOne ? [NAMES[place]] : NAMES;
          const found = new Set(text.match(/mark-[\w-]+/g));
          expect([where, [...found].toSorted()]).toEqual([where, [...expected, ...names].toSorted()]);
          const isAny = expected.length > 0;
          for (const kind of SHOWN_KINDS) {
            const isShown =
              kind === 'targets'
                ? shows.includes(kind) &&
                  ['meals', 'activity'].some((one) => shows.includes(one as ShownKind))
                : shows.includes(kind);
            const figures = FIGURES[kind].filter((figure) => figure.test(text)).map(String);
            if (isShown && isAny) expect([where, kind, figures.length > 0]).toEqual([where, kind, true]);
            else expect([where, kind, figures]).toEqual([where, kind, []]);
          }
          const pageCommands = commands;
          for (const { collection, filter } of asked()) {
            if (collection === 'share_links') continue;
            expect([where, filter.account_id]).toEqual([where, profile.account_id]);
            if (collection === 'profiles') {
              expect([where, filter._id]).toEqual([where, ofOne ? profile._id : undefined]);
              continue;
            }
            expect([where, shows]).toEqual([where, expect.arrayContaining([collection])]);
            expect([where, filter.profile_id]).toEqual([where, profile._id]);
            expect([where, isIn(range, filter.day.$gte), isIn(range, filter.day.$lte)]).toEqual([
              where,
              true,
              true,
            ]);
          }
          const kinds = KINDS_WITH_COLUMNS.filter((kind) => shows.includes(kind));
          const csv = await read(`${path}/days.csv?${ASKED}&profile=${place}`);
          const row = kinds.flatMap((kind) => CSV[kind].values).join(',');
          const shownDays = DAYS.filter((day) => isIn(range, day));
          expect([where, csv.text]).toEqual([
            where,
            [
              ['day', ...kinds.flatMap((kind) => CSV[kind].names)].join(','),
              ...shownDays.map((day) => [day, ...(row ? [row] : [])].join(',')),
              '',
            ].join('\r\n'),
          ]);
          const collections = asked().map(({ collection }) => collection);
          const csvKinds = collections.filter((name) => name !== 'share_links' && name !== 'profiles');
          expect([where, csvKinds.filter((name) => !kinds.some((kind) => kind === name))]).toEqual([
            where,
            [],
          ]);
          const withTargets = pageCommands.find(({ find }) => find === 'profiles')?.projection?.targets !== 0;
          expect([where, withTargets]).toEqual([where, shows.includes('targets')]);
        }
    },
  );

  proves(['H29'], 'has the page of a diary that holds nothing else', async () => {
    const [whole] = await newAccount(DAYS, SHOWN_KINDS);
    const withoutMoment = (html: string) =>
      html.replace(/<p class="made">.*?<\/p>/, '').replaceAll(/\/r\/[^/]*/g, '/r/');
    for (const [number, shows] of SUBSETS.entries()) {
      const range = RANGES[number % RANGES.length] as Limits;
      const [part] = await newAccount(
        DAYS.filter((day) => isIn(range, day)),
        shows,
      );
      const limits = { shows, ...range };
      const pages = await Promise.all(
        [whole, part].map(async (profile) => newLink(profile as StoredProfile, false, limits)),
      );
      for (const query of [QUERIES[number % QUERIES.length], '']) {
        const [one = '', other] = await Promise.all(
          pages.map(async (path) => withoutMoment((await read(`${path}?${query}`)).text)),
        );
        expect(one.length).toBeGreaterThan(1000);
        expect([shows, range, query, other]).toEqual([shows, range, query, one]);
      }
    }
  });

  proves(['C13.shows', 'C12.pages'], 'opens with its range, and leads no further', async () => {
    const [profile] = (await newAccount(DAYS, SHOWN_KINDS)) as [StoredProfile];
    const heading = async (limits: Limits, query = '') => {
      const { text } = await read(`${await newLink(profile, true, limits)}?${query}`);
      expect(text).not.toContain(LABEL);
      return {
        period: /class="period">([^<]*)/.exec(text)?.[1],
        steps: [...text.matchAll(/rel="(prev|next)"/g)].map(([, rel]) => rel),
      };
    };
    const both = { from: FIRST, to: FOURTH };
    expect(await heading(both)).toEqual({ period: '2 – 5 November 2026', steps: [] });
    expect(await heading(both, 'period=daily&day=2026-11-03')).toEqual({
      period: 'Tuesday, 3 November 2026',
      steps: ['prev', 'next'],
    });
    expect(await heading(both, 'period=monthly&day=2026-11-03')).toEqual({
      period: '2 – 5 November 2026',
      steps: [],
    });
    // Wholly outside: what the link opens with.
    for (const query of ['period=daily&day=2026-12-24', 'from=2026-01-01&to=2026-02-01'])
      expect(await heading(both, query)).toEqual({ period: '2 – 5 November 2026', steps: [] });
    expect((await heading({ to: FOURTH })).period).toBe('30 October – 5 November 2026');
    expect((await heading({ from: '2026-11-05', to: '2026-11-05' })).period).toBe(
      'Thursday, 5 November 2026',
    );
    // Longer than a page may be: its last days.
    expect((await heading({ from: '2020-01-01', to: FOURTH })).period).toBe(
      '5 November 2025 – 5 November 2026',
    );
  });

  proves(
    ['C12.csv'],
    'has its days as CSV: an empty row for a day without records, a 400 for a bad range',
    async () => {
      const [profile] = (await newAccount([FIRST], SHOWN_KINDS)) as [StoredProfile];
      const limits = { shows: ['meals', 'targets'], from: FIRST, to: THIRD } as const;
      const path = `${await newLink(profile, true, limits)}/days.csv`;
      const rows = async (query: string) => (await read(path + query)).text.trim().split('\r\n').slice(1);
      const empty = (day: string) => `${day},,,,,,,`;
      const all = [`${FIRST},7013,11,12,13,,,`, empty('2026-11-03'), empty(THIRD)];
      // Without days, and where none of the days that are asked for is allowed: those that the page opens with.
      expect(await rows('')).toEqual(all);
      expect(await rows('?from=2026-01-01&to=2026-01-02')).toEqual(all);
      expect(await rows('?from=2026-11-03')).toEqual(all.slice(1));
      expect(await rows(`?to=${FIRST}&x=1`)).toEqual(all.slice(0, 1));
      for (const query of [
        `?from=${THIRD}&to=${FIRST}`,
        '?from=2025-01-01&to=2026-11-01',
        '?from=soon',
        '?to=2026-02-30',
        `?from=${FIRST}&from=${THIRD}`,
      ]) {
        const { status, text } = await read(path + query);
        expect([query, status, text.includes('7013')]).toEqual([query, 400, false]);
      }
      const head = await fetch(origin + path, { method: 'HEAD' });
      expect([
        head.status,
        head.headers.get('content-type'),
        head.headers.get('content-disposition'),
      ]).toEqual([200, 'text/csv; charset=utf-8', `attachment; filename="days-${FIRST}-${THIRD}.csv"`]);
      const previewed = await fetch(origin + path, {
        headers: { 'user-agent': 'TelegramBot (like TwitterBot)' },
      });
      expect(await previewed.text()).not.toContain('7013');
      await db
        .collection('share_links')
        .updateMany({ account_id: profile.account_id }, { $set: { expires_at: new Date(0) } });
      expect((await read(path)).status).toBe(410);
    },
  );
});
