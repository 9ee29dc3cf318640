import { isVisible } from 'shared/contract/fields.ts';
import { pick } from 'shared/contract/map-fields.ts';
import { ACTIVITY_FIGURES, SLEEP_FIGURES } from 'shared/contract/measures.ts';
import type { Activity } from 'shared/contract/operations/activity.ts';
import type { Meal } from 'shared/contract/operations/meals.ts';
import type { Report } from 'shared/contract/operations/reports.ts';
import type { Sleep } from 'shared/contract/operations/sleep.ts';
import type { WellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import { presentWorkout, type StoredActivity } from 'shared/records/activity.ts';
import { presentItem, type StoredMeal } from 'shared/records/meal.ts';
import { presentLink, type StoredNote } from 'shared/records/note.ts';
import type { StoredSleep } from 'shared/records/sleep.ts';
import { roundTotals, sum } from 'shared/records/totals.ts';

/**
 * A record as a page shows it. A shared page holds no identifier (`H17`) and tells nothing of assistants
 * (`C8.shared_report`): there `client_name` is null.
 */
type OnPage<Resource extends { client_name: string }> = Omit<
  Resource,
  'id' | 'version' | 'profile_id' | 'day' | 'client_name' | 'updated_by' | 'created_at' | 'updated_at'
> & {
  client_name: string | null;
  /** Its page, where it is corrected and deleted; on the person's own page alone. */
  record_path: string | undefined;
  /** Whether it is as the person left it, and who reads that: "you" on the person's own page. */
  corrected_by: 'you' | 'person' | null;
};

export type PageMeal = Omit<OnPage<Meal>, 'eaten_at' | 'copied_from'> & { clock_time: string };
/** `source_app` is null on a shared page where it only repeats the assistant's name. */
export type PageActivity = OnPage<Activity>;
export type PageSleep = OnPage<Sleep>;
export type PageNote = Omit<OnPage<WellbeingNote>, 'recorded_at'> & { clock_time: string };

/** The report without its profile's id; `client_name` as on the records, models without it are one row each. */
export type PageReport = Omit<Report, 'profile_id' | 'provenance'> & {
  provenance: { model: string | null; client_name: string | null; records: number }[];
};

/** Which report is shown, as its address says it: `period` and a `day` of it, or `from` and `to`, and whose (`profile`). */
export type ShownReport = Readonly<Record<string, string>>;

type OfAssistant = { _id: string; client_name: string; updated_by: { by: string } | null };
type Source = Pick<OfAssistant, 'client_name'> & { source_app: string | null };

/** A text that draws nothing, such as a space, is none to whoever reads the page. */
const drawn = (words: string | null): string | null => (words !== null && isVisible(words) ? words : null);

/** Origins that look the same to whoever reads the page are one, the most frequent first. */
const putTogether = (provenance: PageReport['provenance']): PageReport['provenance'] =>
  [...Map.groupBy(provenance, ({ model, client_name }) => JSON.stringify([drawn(model), client_name]))]
    .map(([origin, rows]) => {
      const [model, client_name] = JSON.parse(origin);
      return { model, client_name, records: sum(rows.map(({ records }) => records)) };
    })
    .sort((a, b) => b.records - a.records);

/**
 * The report and its records as a page shows them, each field by name (`A.listed`): to the person with the way to a record's page and
 * back to what is shown; to whoever has a link with the models, but without the assistants (`C8.shared_report`), and with nothing to
 * change.
 */
export const presentForPage = (shown: ShownReport, isShared: boolean) => {
  const forOwner = ({ _id, client_name, updated_by }: OfAssistant) => ({
    client_name: isShared ? null : client_name,
    record_path: isShared ? undefined : `/report/records/${_id}?${new URLSearchParams(shown)}`,
    corrected_by: updated_by?.by === 'person' ? (isShared ? ('person' as const) : ('you' as const)) : null,
  });
  /** An assistant that was named as the source, because there was no other, is still an assistant. */
  const source = ({ source_app, client_name }: Source): string | null =>
    isShared && source_app === client_name ? null : drawn(source_app);

  return {
    report: ({ profile_id, ...report }: Report): PageReport => ({
      ...report,
      provenance: putTogether(
        report.provenance.map(({ model, client_name, records }) => ({
          model,
          client_name: isShared ? null : client_name,
          records,
        })),
      ),
    }),
    meal: (meal: StoredMeal): PageMeal => ({
      meal_type: meal.meal_type,
      clock_time: meal.clock_time,
      description: drawn(meal.description),
      items: meal.items.map((item) => ({
        ...presentItem(item),
        portion: drawn(item.portion),
        description: drawn(item.description),
      })),
      totals: roundTotals(meal.sums),
      notes: drawn(meal.notes),
      model: drawn(meal.model),
      confidence: meal.confidence,
      ...forOwner(meal),
    }),
    activity: (activity: StoredActivity): PageActivity => ({
      ...pick(activity, ACTIVITY_FIGURES),
      workouts: activity.workouts.map(presentWorkout),
      source_app: source(activity),
      confidence: activity.confidence,
      ...forOwner(activity),
    }),
    sleep: (sleep: StoredSleep): PageSleep => ({
      bedtime: sleep.bedtime,
      wake_time: sleep.wake_time,
      ...pick(sleep, SLEEP_FIGURES),
      source_app: source(sleep),
      confidence: sleep.confidence,
      ...forOwner(sleep),
    }),
    note: (note: StoredNote): PageNote => ({
      clock_time: note.clock_time,
      text: note.text,
      statements: note.statements.map(({ kind, text, when }) => ({ kind, text, when: drawn(when) })),
      links: note.links.map(presentLink),
      language: note.language,
      model: drawn(note.model),
      ...forOwner(note),
    }),
  };
};
