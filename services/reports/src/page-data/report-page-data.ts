import type { Activity } from 'shared/contract/activity.ts';
import type { Meal, Totals } from 'shared/contract/meals.ts';
import type { Report, ReportPeriod } from 'shared/contract/reports.ts';
import type { Sleep } from 'shared/contract/sleep.ts';
import type { WellbeingNote } from 'shared/contract/wellbeing.ts';
import { addDays, daysBetween, today } from 'shared/records/calendar.ts';
import type { ProfileDocument } from 'shared/records/documents.ts';
import { roundTotals } from 'shared/records/totals.ts';
import { periodAround } from '../reports/period.ts';
import { presentReport } from '../reports/report.ts';
import type { ReportStore } from '../reports/report-store.ts';
import type { ListedRecordsStore } from './listed-records-store.ts';
import { presentForOwner, presentForReader } from './page-records.ts';

/**
 * A record as a page shows it. A shared page holds no identifier (H17) and tells nothing of assistants (contract §8): there
 * `client_name` is null.
 */
type OnPage<Resource extends { client_name: string }> = Omit<
  Resource,
  'id' | 'profile_id' | 'day' | 'client_name' | 'created_at' | 'updated_at'
> & {
  client_name: string | null;
  /** The question before it is deleted; on the person's own page alone. */
  delete_path?: string;
};

export type PageMeal = Omit<OnPage<Meal>, 'eaten_at'> & { clock_time: string };
/** `source_app` is null on a shared page where it only repeats the assistant's name. */
export type PageActivity = OnPage<Activity>;
export type PageSleep = OnPage<Sleep>;
export type PageNote = Omit<OnPage<WellbeingNote>, 'recorded_at'> & { clock_time: string };

/** What is recorded for one day. `meals` and `wellbeing` are in the order of their times. */
export type PageDay = {
  day: string;
  /** Of all its meals, also of those that `left_out` counts; null where there are none. */
  totals: Totals | null;
  meal_count: number;
  meals: PageMeal[];
  activity: PageActivity | null;
  sleep: PageSleep | null;
  wellbeing: PageNote[];
};

/** The report without its profile's id; `client_name` as on the records, models without it are one row each. */
export type PageReport = Omit<Report, 'profile_id' | 'provenance'> & {
  provenance: { model: string | null; client_name: string | null; records: number }[];
};

/** Everything that a report page shows, the same for `/r/{secret}` and `/report`. */
export type ReportPageData = {
  report: PageReport;
  /** Every day of the period, in order. */
  days: PageDay[];
  /** What a page of bounded size had no room for: the latest meals and notes of the period. 0 but for enormous diaries. */
  left_out: { meals: number; notes: number };
  /** The profiles that the reader can switch between, oldest first; `key` goes into `?profile=` and is no id. */
  profiles: { key: string; name: string; is_current: boolean }[];
  /** Today in the profile's zone: days after it are still to come. */
  today: string;
  /** What is shown, as it goes into `?period=`, `?day=` and `?profile=`. */
  shown: { period: ReportPeriod; day: string; profile: string };
  /** A day of the period before and of the one after, for `?day=`; null where there is none to step to. */
  previous: string | null;
  next: string | null;
};

export type ReportPageRequest = {
  profile: ProfileDocument;
  /** The profiles that the reader can switch between, `profile` among them. */
  profiles: readonly ProfileDocument[];
  period: ReportPeriod;
  /** A day of the period; today where it is absent or still to come. */
  day?: string | undefined;
  /** Whether the page is for somebody that a link was given to: then it names no assistant (contract §8). */
  isShared: boolean;
};

/** No calendar here has a day before. */
const FIRST_DAY = '0001-01-01';

/** What a profile goes by in `?profile=`: its place among the account's, which says nothing and stays when others go. */
export const profileKey = ({ place }: ProfileDocument): string => String(place);

export type ReportPageReader = ReturnType<typeof createReportPageData>;

/** Reads what a report page shows. */
export const createReportPageData =
  (reports: ReportStore, records: ListedRecordsStore) =>
  async (request: ReportPageRequest): Promise<ReportPageData> => {
    const { profile, profiles, period } = request;
    const now = today(profile.time_zone);
    const day = request.day !== undefined && request.day <= now ? request.day : now;
    const range = periodAround(period, day);
    const shown = { period, day, profile: profileKey(profile) };
    const present = (request.isShared ? presentForReader : presentForOwner)(shown);
    const [figures, { meals, notes }] = await Promise.all([
      reports.read(profile, range),
      records.read(profile, range),
    ]);
    const mealsOf = Map.groupBy(meals.read, (meal) => meal.day);
    const notesOf = Map.groupBy(notes.read, (note) => note.day);
    return {
      report: present.report(presentReport(profile, period, range, figures)),
      days: daysBetween(range.from, range.to).map((date) => {
        const mealFigures = figures.meals.get(date);
        const activity = figures.activity.get(date);
        const sleep = figures.sleep.get(date);
        return {
          day: date,
          totals: mealFigures ? roundTotals(mealFigures.sums) : null,
          meal_count: mealFigures?.count ?? 0,
          meals: (mealsOf.get(date) ?? []).map(present.meal),
          activity: activity ? present.activity(activity) : null,
          sleep: sleep ? present.sleep(sleep) : null,
          wellbeing: (notesOf.get(date) ?? []).map(present.note),
        };
      }),
      left_out: { meals: meals.leftOut, notes: notes.leftOut },
      profiles: profiles.map((one) => ({
        key: profileKey(one),
        name: one.name,
        is_current: one._id === profile._id,
      })),
      today: now,
      shown,
      previous: range.from > FIRST_DAY ? addDays(range.from, -1) : null,
      next: range.to < now ? addDays(range.to, 1) : null,
    };
  };
