import type { DaySummary } from 'shared/contract/operations/days.ts';
import type { Report } from 'shared/contract/operations/reports.ts';

export type PlottedFigure = 'kcal' | 'steps' | 'asleep_minutes';
/** What is plotted of a day, or of a week or a month on average; null is not recorded. */
export type PlottedDay = { day: string } & Record<PlottedFigure, number | null>;

/** What `get_report` answers, or of `list_days` its days. */
export type ShownDays = {
  from: string;
  to: string;
  profile_id: string;
  days: PlottedDay[];
  report?: Report;
};

/** Reads the answer of either tool. */
export const readShownDays = (data: object): ShownDays => {
  if ('meal_breakdown' in data) {
    const report = data as Report;
    return { ...report, report };
  }
  const { days, ...range } = data as ShownDays & { days: (DaySummary | PlottedDay)[] };
  return {
    ...range,
    days: (days as DaySummary[]).map(({ day, totals, activity, sleep }) => ({
      day,
      kcal: totals?.kcal ?? null,
      steps: activity?.steps ?? null,
      asleep_minutes: sleep?.asleep_minutes ?? null,
    })),
  };
};

/** How many of the days state a figure. */
export const countStated = ({ days }: ShownDays, figure: PlottedFigure): number =>
  days.filter((day) => day[figure] !== null).length;

/** The date that it is where the report is, or where the person is. */
export const todayOf = ({ report }: ShownDays): string =>
  new Date().toLocaleDateString('sv', report && { timeZone: report.time_zone });
