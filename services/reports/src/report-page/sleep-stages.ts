import type { Html } from 'shared/pages/figures/html.ts';
import type { Locale } from 'shared/pages/figures/locale.ts';
import type { BarPlot } from 'shared/pages/figures/plots/bar-plot.ts';
import { ofDays, plotWords, twoLines } from 'shared/pages/figures/plots/columns.ts';
import { targetOf } from 'shared/pages/figures/targets.ts';
import { sum } from 'shared/records/totals.ts';
import type { PageSleep } from '../report-data/present-records.ts';
import type { PageDay } from '../report-data/report-page-data.ts';
import { barPlots, periodName } from './view/compared.ts';
import { type PeriodView, plotPeriod, type ReportView } from './view/report-view.ts';

const STAGES = ['deep_minutes', 'rem_minutes', 'light_minutes'] as const;

/** The parts of a night from the bottom of its bar up, each with the number of its colour. */
const SHADES = { deep_minutes: 4, rem_minutes: 5, light_minutes: 6, unstated: 7, awake_minutes: 8 };
type Part = keyof typeof SHADES;
const PARTS = Object.keys(SHADES) as Part[];

type StatedStages = Pick<PageSleep, (typeof STAGES)[number] | 'awake_minutes' | 'asleep_minutes'>;

/** How many minutes each part of a night took; `unstated` is the sleep that no stage is stated for. */
const minutesOf = (sleep: StatedStages | null, part: Part): number | null => {
  if (part !== 'unstated') return sleep?.[part] ?? null;
  if (!sleep || sleep.asleep_minutes === null) return null;
  const stages = STAGES.map((stage) => sleep[stage]).filter((minutes) => minutes !== null);
  const rest = Math.max(0, sleep.asleep_minutes - sum(stages));
  return rest > 0 || stages.length === 0 ? rest : null;
};

const nameOf = ({ words, names }: Locale, part: Part): string =>
  part === 'unstated' ? words.unstatedSleep : names[part];

/** Nights as bars of their stages. */
export const stagesPlot = (view: ReportView): Html => barPlots(view, stagesOf);

const stagesOf = (view: PeriodView): BarPlot => {
  const { locale, columns, days } = view;
  const { columnHead, withAverage } = plotWords(view.locale, view.plottedBy);
  const used = PARTS.filter((part) => days.some(({ sleep }) => minutesOf(sleep, part) !== null));
  const isStated = ({ sleep }: PageDay) => used.some((part) => minutesOf(sleep, part) !== null);
  const bars = columns.map((column) => {
    const { sleep } = column.pageDay;
    return {
      ...column,
      values: sleep && used.map((part) => minutesOf(sleep, part)),
      ofDays: ofDays(locale, column, isStated),
    };
  });
  const asleep = used.filter((part) => part !== 'awake_minutes').length;
  const target = asleep > 0 && targetOf(view, 'asleep_minutes');
  const frame = frameOf(locale);
  return {
    ...frame,
    unit: withAverage(frame.unit),
    period: plotPeriod(view, days.filter(isStated).length),
    columnHead,
    bars,
    series: used.map((part) => ({ name: nameOf(locale, part), shade: SHADES[part] })),
    namesSeries: true,
    // Lying awake, which stands on top, is no sleep.
    counted: asleep || used.length,
    target: target ? { ...target, text: `${locale.names.asleep_minutes}: ${target.text}` } : undefined,
  };
};

/** One night: a bar for each of its parts. */
export const stagesOfTheNight = (view: ReportView): Html => barPlots(view, partsOfTheNight);

const partsOfTheNight = (period: PeriodView): BarPlot => {
  const { locale, days } = period;
  const sleep = days[0]?.sleep ?? null;
  const bars = PARTS.flatMap((part) => {
    const minutes = minutesOf(sleep, part);
    const name = nameOf(locale, part);
    return minutes === null
      ? []
      : [{ key: part, name, tick: twoLines(name), upcoming: false, values: [minutes] }];
  });
  return {
    ...frameOf(locale),
    period: periodName(period),
    columnHead: locale.words.plots.stages,
    bars,
    series: [{ name: locale.words.plotUnits.duration, shade: 4 }],
  };
};

const frameOf = ({ words }: Locale): Pick<BarPlot, 'id' | 'title' | 'unit' | 'measure' | 'inHours'> => ({
  id: 'stages',
  title: words.plots.stages,
  unit: words.plotUnits.hours,
  measure: 'asleep_minutes',
  inHours: true,
});
