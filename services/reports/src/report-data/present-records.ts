import { isVisible } from 'shared/contract/fields.ts';
import type { RecordKind } from 'shared/contract/kinds.ts';
import type { Activity } from 'shared/contract/operations/activity.ts';
import type { Meal } from 'shared/contract/operations/meals.ts';
import type { Report, ReportPeriod } from 'shared/contract/operations/reports.ts';
import type { Sleep } from 'shared/contract/operations/sleep.ts';
import type { WellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import type {
  ActivityDocument,
  MealDocument,
  SleepDocument,
  WellbeingDocument,
} from 'shared/records/documents.ts';
import { roundTotals, sum } from 'shared/records/totals.ts';

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

/** The report without its profile's id; `client_name` as on the records, models without it are one row each. */
export type PageReport = Omit<Report, 'profile_id' | 'provenance'> & {
  provenance: { model: string | null; client_name: string | null; records: number }[];
};

/** Which report is shown, as it goes into `?period=`, `?day=` and `?profile=`. */
export type ShownReport = { period: ReportPeriod; day: string; profile: string };

/** What every record has and a page does not show with it. */
type Bookkeeping = { _id: string; account_id: string; profile_id: string; day: string; created_at: Date };

const withoutBookkeeping = <Stored extends Bookkeeping>(stored: Stored) => {
  const { _id, account_id, profile_id, day, created_at, ...record } = stored;
  return record;
};

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

/** The report and its records as the person sees them, each with the way to delete it and back to what is shown. */
export const presentForOwner = (shown: ShownReport) => {
  const delete_path = (kind: RecordKind, { _id }: Bookkeeping): string =>
    `/report/records/${kind}/${_id}/delete?${new URLSearchParams(shown)}`;

  return {
    report: ({ profile_id, ...report }: PageReport & Pick<Report, 'profile_id'>): PageReport => ({
      ...report,
      provenance: putTogether(report.provenance),
    }),
    meal: ({ eaten_at, instant, size, sums, updated_at, ...meal }: MealDocument): PageMeal => ({
      ...withoutBookkeeping(meal),
      description: drawn(meal.description),
      items: meal.items.map((item) => ({
        ...item,
        portion: drawn(item.portion),
        description: drawn(item.description),
      })),
      notes: drawn(meal.notes),
      model: drawn(meal.model),
      totals: roundTotals(sums),
      delete_path: delete_path('meal', meal),
    }),
    activity: ({ updated_at, ...activity }: ActivityDocument): PageActivity => ({
      ...withoutBookkeeping(activity),
      source_app: drawn(activity.source_app),
      delete_path: delete_path('activity', activity),
    }),
    sleep: ({ updated_at, ...sleep }: SleepDocument): PageSleep => ({
      ...withoutBookkeeping(sleep),
      source_app: drawn(sleep.source_app),
      delete_path: delete_path('sleep', sleep),
    }),
    note: ({ recorded_at, instant, size, ...note }: WellbeingDocument): PageNote => ({
      ...withoutBookkeeping(note),
      statements: note.statements.map((statement) => ({ ...statement, when: drawn(statement.when) })),
      model: drawn(note.model),
      delete_path: delete_path('wellbeing', note),
    }),
  };
};

/** What the page of its owner alone says of a record. */
type OwnersAlone = { client_name: string | null; delete_path?: string };

const withoutAssistant = <Of extends OwnersAlone>({ delete_path, ...record }: Of) => ({
  ...record,
  client_name: null,
});

/** An assistant that was named as the source, because there was no other, is still an assistant. */
const withoutAssistantAsSource = <Of extends OwnersAlone & { source_app: string | null }>(record: Of) => ({
  ...withoutAssistant(record),
  source_app: record.source_app === record.client_name ? null : record.source_app,
});

/** `presentForOwner` for whoever has a link: with the models, without the assistants (contract §8), and with nothing to change. */
export const presentForReader: typeof presentForOwner = (shown) => {
  const owner = presentForOwner(shown);
  return {
    report: (report) => {
      const provenance = report.provenance.map((origin) => ({ ...origin, client_name: null }));
      return owner.report({ ...report, provenance });
    },
    meal: (meal) => withoutAssistant(owner.meal(meal)),
    activity: (activity) => withoutAssistantAsSource(owner.activity(activity)),
    sleep: (sleep) => withoutAssistantAsSource(owner.sleep(sleep)),
    note: (note) => withoutAssistant(owner.note(note)),
  };
};
