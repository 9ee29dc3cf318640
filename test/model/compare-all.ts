import { downloadJson } from '../person/download-files.ts';
import { open } from '../person/steps.ts';
import {
  currentOf,
  type Diary,
  defaultProfile,
  inOrder,
  type Json,
  type Kind,
  type Profile,
  shown,
  shownProfile,
  shownTargets,
  standing,
} from './diary.ts';
import { type Played, same } from './played.ts';
import { changesOf, reportOf } from './reads.ts';
import { addDays, localDay } from './zones.ts';

/** So many days and records of a history are read one by one: a connection has 120 requests a minute. */
const READ_ALONE = 25;

/** Compares everything that is to be read of an account with what its history has made of it. */
export const compareAll = async (played: Played): Promise<void> => {
  const { diary, read } = played;
  await comparePages(played);
  for (const op of ['list_profiles', 'list_share_links', 'get_me'] as const) await read(op);
  for (const profile of diary.profiles) await compareProfile(played, profile);
  for (const record of diary.records.slice(-READ_ALONE)) {
    await read('get_record', { id: record.id });
    const [earlier] = record.versions;
    if (earlier && record.versions.length > 2)
      await read('get_record', { id: record.id }, { version: String(earlier.version + 1) });
  }
  await compareDownload(played);
};

const compareProfile = async ({ diary, read }: Played, profile: Profile): Promise<void> => {
  const query = { profile_id: profile.id };
  const today = localDay(profile.time_zone, Date.now());
  const days = standing(diary, undefined, profile.id).map((record) => currentOf(record).content.day);
  for (const day of [...new Set(days)].slice(-READ_ALONE / 2)) await read('get_day', { day }, query);
  await read('list_days', {}, { ...query, from: addDays(today, -90), to: addDays(today, 2) });
  for (const period of ['weekly', 'monthly']) await read('get_period', { period }, query);
  await read('get_range', {}, { ...query, from: addDays(today, -363), to: addDays(today, 2) });
  await read('find_foods', {}, { ...query, limit: '50' });
  await read('list_changes', {}, { ...query, limit: '100' });
};

const KINDS = { meals: 'meal', activity: 'activity', sleep: 'sleep', wellbeing: 'wellbeing' } as const;

const compareDownload = async ({ diary, person }: Played): Promise<void> => {
  const document = await downloadJson(person);
  const byId = (list: Json[]) => list.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const [name, kind] of Object.entries(KINDS)) {
    const expected = inOrder(standing(diary, kind as Kind)).map((record) => ({
      ...shown(record),
      import_id: null,
    }));
    same(`${name} of the download`, byId(document[name]), byId(expected));
  }
  const profiles = diary.profiles.map((profile) => ({
    ...shownProfile(profile),
    targets: shownTargets(profile),
  }));
  same('profiles of the download', document.profiles, profiles);
  const kept = diary.profiles.flatMap((profile) => changesOf(diary, profile));
  const keyOf = ({ record_id, version, action, by, at }: Json) =>
    JSON.stringify([record_id, version, action, by, at]);
  same('versions of the download', document.versions.map(keyOf).sort(), kept.map(keyOf).sort());
};

/** `/report`, a shared report and the page of a record, as far as their figures and what they list are concerned. */
const comparePages = async ({ diary, person }: Played): Promise<void> => {
  const profile = defaultProfile(diary);
  const { html } = await open('/report?period=monthly', person);
  compareEnergies('/report', html, diary, profile);
  const section = /id="changes"[\s\S]*?<\/details>/.exec(html)?.[0] ?? '';
  const listed = [...section.matchAll(/<h3[^>]*><a href="\/report\/records\/([^?"]+)/g)].map(([, id]) => id);
  const changed = new Set(changesOf(diary, profile).map(({ record_id }) => record_id));
  same('what was changed recently', listed, [...changed]);

  const link = diary.links.findLast(({ shown: { profile_id } }) => profile_id === null);
  if (link) {
    const shared = await open(`${link.shown.url}?period=monthly`, { set: person.set });
    link.views += 1;
    compareEnergies('/r/', shared.html, diary, profile);
  }

  const record = diary.records.findLast(({ gone }) => !gone);
  if (!record) return;
  const page = await open(`/report/records/${record.id}`, person);
  const version = /name="version" value="(\d+)"/.exec(page.html)?.[1];
  same('the version on the page of a record', Number(version), currentOf(record).version);
};

/** The energy of each day of this month, as a page has it in its table. */
const compareEnergies = (what: string, html: string, diary: Diary, profile: Profile): void => {
  const today = localDay(profile.time_zone, Date.now());
  const month = today.slice(0, 7);
  const report = reportOf(diary, profile, `${month}-01`, addDays(today, 2));
  const table = /id="energy"[\s\S]*?<\/table>/.exec(html)?.[0] ?? '';
  const rows = [...table.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
    cell.replace(/\D/g, ''),
  );
  const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0, useGrouping: false });
  const energies = report.days
    .filter(({ day }: Json) => day.startsWith(month))
    .map(({ kcal }: Json) => (kcal === null ? '' : whole.format(kcal)));
  // A day to come has its row if something is recorded of it.
  same(`the energy of days on ${what}`, withoutEnd(rows), withoutEnd(energies));
};

const withoutEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
