import { type Html, html } from 'shared/pages/figures/html.ts';
import type { PageActivity, PageSleep } from '../report-data/present-records.ts';
import type { ReportView } from './view/report-view.ts';

type Measured = PageActivity | PageSleep;
/** How many records have one origin; `name` is the model of meals and notes, or the application that measured. */
type Origin = { name: Html | string; client: string | null; records: number };

/** Which models and applications, and on the person's own page which assistants, the records come from. */
export const provenance = (view: ReportView): Html => {
  const { locale, report } = view;
  const { words } = locale;
  const withClients = report.provenance.some(({ client_name }) => client_name !== null);
  return html`<table class="provenance">
<caption class="hidden">${words.provenance}</caption>
<thead><tr><th scope="col">${words.modelOrSource}</th>${withClients && html`<th scope="col">${words.assistant}</th>`}<th scope="col" class="amount">${words.records}</th></tr></thead>
<tbody>${originsOf(view).map(
    ({ name, client, records }) =>
      html`<tr><th scope="row">${name}</th>${withClients && html`<td><bdi>${client}</bdi></td>`}<td class="amount">${locale.count(records)}</td></tr>`,
  )}</tbody>
</table>`;
};

/** The most frequent first. */
const originsOf = (view: ReportView): Origin[] => {
  const measured = view.days
    .flatMap(({ activity, sleep }) => [activity, sleep])
    .filter((record) => record !== null);
  return [...estimates(view, measured), ...measurements(view, measured)].sort(
    (a, b) => b.records - a.records,
  );
};

/** Meals and notes. Activity and sleep, which are measured, are in the report's provenance as records without a model. */
const estimates = ({ locale: { words }, report }: ReportView, measured: readonly Measured[]): Origin[] =>
  report.provenance
    .map(({ model, client_name: client, records }) =>
      model === null
        ? {
            name: words.noModel,
            client,
            records: records - measured.filter(({ client_name }) => client_name === client).length,
          }
        : { name: html`<bdi>${model}</bdi>`, client, records },
    )
    .filter(({ records }) => records > 0);

const measurements = ({ locale: { words } }: ReportView, measured: readonly Measured[]): Origin[] => {
  const bySource = Map.groupBy(measured, (record) => JSON.stringify([sourceOf(record), record.client_name]));
  return [...bySource.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const source = sourceOf(first);
    const name = source ? html`<bdi>${source}</bdi>` : words.noSource;
    return [{ name, client: first.client_name, records: 1 + others.length }];
  });
};

/** An assistant that is named as the source, because there was no other, did not measure. */
const sourceOf = ({ source_app: source, client_name: client }: Measured): string | undefined =>
  source === client ? undefined : (source ?? undefined);
