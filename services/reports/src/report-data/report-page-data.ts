import type { Totals } from 'shared/contract/operations/meals.ts';
import { takeTurn } from 'shared/process/take-turn.ts';
import { addDays, countDays, daysBetween, today } from 'shared/records/calendar.ts';
import type { StoredMeal } from 'shared/records/meal.ts';
import type { StoredNote } from 'shared/records/note.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { roundTotals, sum } from 'shared/records/totals.ts';
import { type Allowed, allowedTargets, EVERYTHING } from '../report/allowed.ts';
import { rangeBefore } from '../report/compare.ts';
import type { Findings } from '../report/findings.ts';
import { type PageDays, pageDays, type Range } from '../report/range.ts';
import { presentReport } from '../report/report.ts';
import type { ReportStore } from '../report/report-store.ts';
import { reportTurns } from '../report/report-turns.ts';
import type { Listed, ListedRecordsStore } from './listed-records-store.ts';
import {
  type PageActivity,
  type PageMeal,
  type PageNote,
  type PageReport,
  type PageSleep,
  presentForPage,
  type ShownReport,
} from './present-records.ts';
import type { ReportQuery } from './report-query.ts';

/** What is recorded for one day. `meals` and `wellbeing` are in the order of their times. */
export type PageDay = {
  day: string;
  /** Of all its meals, as the counts are of all its records: also of those that `left_out` counts. Null where there are none. */
  totals: Totals | null;
  meal_count: number;
  meals: PageMeal[];
  activity: PageActivity | null;
  sleep: PageSleep | null;
  note_count: number;
  wellbeing: PageNote[];
};

/** A report, and what is recorded of every day of it, in order. */
export type ReportedDays = { report: PageReport; days: PageDay[] };

/** Everything that a report page shows, the same for `/r/{secret}` and `/report`. */
export type ReportPageData = ReportedDays & {
  /** The range of the same length just before, if it is to stand beside (`C12.compare`). */
  other: ReportedDays | undefined;
  /** Whether there is such a range to compare with. */
  isComparable: boolean;
  /** The kinds of record that the page shows, and the days that it may lead to. */
  allowed: Allowed;
  /** What a page of bounded size had no room for: the latest meals and notes of the period. 0 but for enormous diaries. */
  left_out: { meals: number; notes: number };
  /** The profiles that the reader can switch between, oldest first; `key` goes into `?profile=` and is no id. */
  profiles: { key: string; name: string }[];
  /** Today in the profile's zone: days after it are still to come. */
  today: string;
  shown: ShownReport;
  /** A day that is shown, for the way to a period around it. */
  day: string;
  /** Why it does not show the range that was asked for. */
  refused: PageDays['refused'];
  /** A day of the period before and of the one after, of a range the first day; null where there is none to step to. */
  previous: string | null;
  next: string | null;
};

/**
 * Which report a page is to show, and for whom. A `day` counts as today where it is still to come and nothing is recorded from then
 * on.
 */
type WantedReport = Omit<ReportQuery, 'profile'> & {
  profile: StoredProfile;
  /** The profiles that the reader can switch between, `profile` among them. */
  profiles: readonly StoredProfile[];
  /** What it may show; everything where it is absent. */
  allowed?: Allowed;
  /** Whether the page is for somebody that a link was given to: then it names no assistant (`C8.shared_report`). */
  isShared: boolean;
};

/** What a profile goes by in `?profile=`: its place among the account's, which says nothing and stays when others go. */
export const profileKey = ({ place }: StoredProfile): string => String(place);

export type ReportPageReader = ReturnType<typeof createReportPageReader>;

/** Makes the function that reads the data of a page. */
export const createReportPageReader =
  (reports: ReportStore, records: ListedRecordsStore) =>
  async (wanted: WantedReport): Promise<ReportPageData> => {
    const { profile, profiles, isShared, allowed = EVERYTHING } = wanted;
    const { shows } = allowed;
    const currentDay = today(profile.time_zone);
    const { from: firstDay, to: lastDay } = allowed.days;
    const firstFrom = async (from: string) =>
      from > lastDay ? undefined : records.recordedDay(profile, { from, to: lastDay }, 'first', shows);
    const isShown = async (day: string): Promise<boolean> =>
      day <= currentDay || (await firstFrom(day)) !== undefined;
    const stepsFrom = async ({ period, range }: PageDays) => {
      const before = range.from > firstDay ? addDays(range.from, -1) : null;
      const after = range.to < lastDay ? addDays(range.to, 1) : null;
      // Ahead of today from record to record: one may be years away.
      const lastBefore = async (to: string) =>
        (await records.recordedDay(profile, { from: currentDay, to }, 'last', shows)) ?? currentDay;
      const [previous, next] = await Promise.all([
        before !== null && before > currentDay && currentDay >= firstDay ? lastBefore(before) : before,
        after !== null && after > currentDay ? firstFrom(after) : after,
      ]);
      if (period !== 'range') return { previous, next: next ?? null };
      const length = countDays(range.from, range.to);
      return {
        previous: before && (before < addDays(firstDay, length) ? firstDay : addDays(range.from, -length)),
        next: next === undefined ? null : after,
      };
    };
    const turns = reportTurns(`${isShared ? 'shared' : 'person'} ${profile.account_id}`);
    const readDays = (range: Range) =>
      Promise.all([
        isShared ? reports.fromRecords(profile, range, shows) : reports.read(profile, range),
        records.read(profile, range, shows),
      ]);
    const { period, range, day, refused, read, before, readBefore, previous, next } = await takeTurn(
      turns,
      async () => {
        const day = wanted.day !== undefined && !(await isShown(wanted.day)) ? currentDay : wanted.day;
        const page = pageDays({ ...wanted, day }, allowed.days, currentDay);
        const { range } = page;
        const before = rangeBefore(range, allowed.days);
        const [read, readBefore, steps] = await Promise.all([
          readDays(range),
          wanted.compare && before && readDays(before),
          stepsFrom(page),
        ]);
        return { ...page, read, before, readBefore, ...steps };
      },
    );
    const shown: ShownReport = {
      ...(period === 'range' ? range : { period, day }),
      profile: profileKey(profile),
      ...(readBefore && { compare: 'previous' }),
    };
    const present = presentForPage(shown, isShared);
    const reported = (range: Range, [findings, { meals, notes }]: ReadDays): ReportedDays => {
      const report = presentReport(profile, period, range, findings);
      const mealsOf = Map.groupBy(meals.read, (meal) => meal.day);
      const notesOf = Map.groupBy(notes.read, (note) => note.day);
      return {
        report: present.report({ ...report, targets: allowedTargets(report.targets, allowed) }),
        days: daysBetween(range.from, range.to).map((date) => {
          const dayMeals = findings.meals.get(date);
          const activity = findings.activity.get(date);
          const sleep = findings.sleep.get(date);
          return {
            day: date,
            totals: dayMeals ? roundTotals(dayMeals.sums) : null,
            meal_count: dayMeals?.count ?? 0,
            meals: (mealsOf.get(date) ?? []).map(present.meal),
            activity: activity ? present.activity(activity) : null,
            sleep: sleep ? present.sleep(sleep) : null,
            note_count: notes.counts.get(date) ?? 0,
            wellbeing: (notesOf.get(date) ?? []).map(present.note),
          };
        }),
      };
    };
    const [, { meals, notes }] = read;
    return {
      ...reported(range, read),
      other: before && readBefore ? reported(before, readBefore) : undefined,
      isComparable: before !== undefined,
      allowed,
      left_out: { meals: leftOut(meals), notes: leftOut(notes) },
      profiles: profiles.map((choice) => ({ key: profileKey(choice), name: choice.name })),
      today: currentDay,
      shown,
      day,
      refused,
      previous,
      next,
    };
  };

/** What is recorded of some days, added up and listed. */
type ReadDays = [Findings, { meals: Listed<StoredMeal>; notes: Listed<StoredNote> }];

const leftOut = ({ read, counts }: Listed<unknown>): number => sum([...counts.values()]) - read.length;
