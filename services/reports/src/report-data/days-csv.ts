import { stringify } from 'csv-stringify/sync';
import type { Response } from 'express';
import { day } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { pick } from 'shared/contract/map-fields.ts';
import { ACTIVITY_FIGURES, NUTRIENTS } from 'shared/contract/measures.ts';
import { parse } from 'shared/http/validate.ts';
import { takeTurn } from 'shared/process/take-turn.ts';
import { daysBetween, today } from 'shared/records/calendar.ts';
import { dayRange } from 'shared/records/day-range.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { roundTotals } from 'shared/records/totals.ts';
import { z } from 'zod';
import type { Allowed } from '../report/allowed.ts';
import type { Findings } from '../report/findings.ts';
import { commonDays, pageDays, type Range } from '../report/range.ts';
import type { ReportStore } from '../report/report-store.ts';
import { reportTurns } from '../report/report-turns.ts';

/** The columns of each kind: the contract's names of its figures (`C12.csv`). */
const COLUMNS = {
  meals: NUTRIENTS.filter((nutrient) => nutrient !== 'weight_g'),
  activity: ACTIVITY_FIGURES,
  sleep: ['in_bed_minutes', 'asleep_minutes'],
} as const;
const KINDS_WITH_COLUMNS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** The days of a report as a file. */
export type DaysFile = { name: string; csv: string };

const query = z.object({ from: day.optional(), to: day.optional() });

export type DaysCsvReader = ReturnType<typeof createDaysCsvReader>;

/**
 * Makes the function that reads a report's days as CSV: those that the query asks for, as far as they are allowed, or those that a page
 * opens with. Throws `validation_failed`, `invalid_range`, `range_too_long`.
 */
export const createDaysCsvReader =
  (reports: ReportStore) =>
  async (given: unknown, profile: StoredProfile, allowed: Allowed, isShared: boolean): Promise<DaysFile> => {
    const asked = parse(query, given, { root: 'query' });
    const currentDay = today(profile.time_zone);
    const opened = pageDays({}, allowed.days, currentDay).range;
    const isAsked = asked.from !== undefined || asked.to !== undefined;
    const wanted = isAsked ? dayRange(asked, currentDay, LIMITS.reportDays) : opened;
    const range = commonDays(wanted, allowed.days) ?? opened;
    const kinds = KINDS_WITH_COLUMNS.filter((kind) => allowed.shows.includes(kind));
    const turns = reportTurns(`${isShared ? 'shared' : 'person'} ${profile.account_id}`);
    const findings = await takeTurn(turns, () => reports.fromRecords(profile, range, kinds));
    return { name: `days-${range.from}-${range.to}.csv`, csv: daysCsv(findings, range, allowed) };
  };

/** Answers with the file, to be saved. */
export const sendDaysFile = (response: Response, { name, csv }: DaysFile): void => {
  response
    .type('csv')
    .set({ 'Content-Disposition': `attachment; filename="${name}"`, 'X-Robots-Tag': 'noindex' })
    .send(csv);
};

/** The days of a report as CSV: a row a day, a column a figure of the kinds shown; what is not recorded is empty. */
const daysCsv = (findings: Findings, { from, to }: Range, { shows }: Allowed): string => {
  const kinds = KINDS_WITH_COLUMNS.filter((kind) => shows.includes(kind));
  const rows = daysBetween(from, to).map((day) => {
    const sums = findings.meals.get(day)?.sums;
    const [activity, sleep] = [findings.activity.get(day), findings.sleep.get(day)];
    return {
      day,
      ...(sums && pick(roundTotals(sums), COLUMNS.meals)),
      ...(activity && pick(activity, COLUMNS.activity)),
      ...(sleep && pick(sleep, COLUMNS.sleep)),
    };
  });
  return stringify(rows, {
    header: true,
    columns: ['day', ...kinds.flatMap((kind) => COLUMNS[kind])],
    record_delimiter: 'windows',
  });
};
