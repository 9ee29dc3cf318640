import type { Report } from 'shared/contract/reports.ts';
import type {
  ActivityDocument,
  MealDocument,
  SleepDocument,
  WellbeingDocument,
} from 'shared/records/documents.ts';
import { roundTotals, sum } from 'shared/records/totals.ts';
import type {
  PageActivity,
  PageMeal,
  PageNote,
  PageReport,
  PageSleep,
  ReportPageData,
} from './report-page-data.ts';

/** Of every record: what the page does not show. */
type Kept = { _id: string; account_id: string; profile_id: string; day: string; created_at: Date };

const withoutIds = <Stored extends Kept>(stored: Stored) => {
  const { _id, account_id, profile_id, day, created_at, ...shown } = stored;
  return shown;
};

type Shown = ReportPageData['shown'];

/** The report and its records as the person sees them, each with the way to delete it and back to what is shown. */
export const presentForOwner = (shown: Shown) => {
  const delete_path = (kind: 'meal' | 'activity' | 'sleep' | 'wellbeing', { _id }: Kept): string =>
    `/report/records/${kind}/${_id}/delete?${new URLSearchParams(shown)}`;

  return {
    report: ({ profile_id, ...report }: Report): PageReport => report,
    meal: ({ eaten_at, instant, sums, updated_at, ...meal }: MealDocument): PageMeal => ({
      ...withoutIds(meal),
      totals: roundTotals(sums),
      delete_path: delete_path('meal', meal),
    }),
    activity: ({ updated_at, ...activity }: ActivityDocument): PageActivity => ({
      ...withoutIds(activity),
      delete_path: delete_path('activity', activity),
    }),
    sleep: ({ updated_at, ...sleep }: SleepDocument): PageSleep => ({
      ...withoutIds(sleep),
      delete_path: delete_path('sleep', sleep),
    }),
    note: ({ recorded_at, instant, ...note }: WellbeingDocument): PageNote => ({
      ...withoutIds(note),
      delete_path: delete_path('wellbeing', note),
    }),
  };
};

type OwnersAlone = { client_name: string | null; delete_path?: string };

const withoutAssistant = <Of extends OwnersAlone>({ delete_path, ...shown }: Of) => ({
  ...shown,
  client_name: null,
});

/** An assistant that was named as the source, for want of another, is an assistant still. */
const withoutAssistantAsSource = <Of extends OwnersAlone & { source_app: string | null }>(shown: Of) => ({
  ...withoutAssistant(shown),
  source_app: shown.source_app === shown.client_name ? null : shown.source_app,
});

/** The same for whoever has a link: with the models, without the assistants (contract §8), and with nothing to change. */
export const presentForReader: typeof presentForOwner = (shown) => {
  const owner = presentForOwner(shown);
  return {
    report: (report) => ({ ...owner.report(report), provenance: byModel(report.provenance) }),
    meal: (meal) => withoutAssistant(owner.meal(meal)),
    activity: (activity) => withoutAssistantAsSource(owner.activity(activity)),
    sleep: (sleep) => withoutAssistantAsSource(owner.sleep(sleep)),
    note: (note) => withoutAssistant(owner.note(note)),
  };
};

const byModel = (provenance: Report['provenance']): PageReport['provenance'] =>
  [...Map.groupBy(provenance, ({ model }) => model)]
    .map(([model, rows]) => ({ model, client_name: null, records: sum(rows.map(({ records }) => records)) }))
    .sort((a, b) => b.records - a.records);
