import { LIMITS } from 'shared/contract/limits.ts';
import { getReport, getReportOfRange } from 'shared/contract/operations/reports.ts';
import type { Route } from 'shared/http/route.ts';
import { takeTurn } from 'shared/process/take-turn.ts';
import { checkRange } from 'shared/records/check-range.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { periodAround } from './range.ts';
import { presentReport } from './report.ts';
import type { ReportStore } from './report-store.ts';
import { reportTurns } from './report-turns.ts';

/** `GET /reports/{period}` and `GET /reports`. */
export const reportRoutes = (route: Route, profiles: Profiles, reports: ReportStore): void => {
  route(getReport, async ({ assistant: { account }, params: { period }, query }) => {
    const read = () =>
      profiles.readToday(account, query.profile_id, (key, day) =>
        reports.read(key, periodAround(period, day)),
      );
    const { profile, day, ...findings } = await takeTurn(reportTurns(account.id), read);
    return presentReport(profile, period, periodAround(period, day), findings);
  });

  route(getReportOfRange, async ({ assistant: { account }, query: { from, to, profile_id } }) => {
    checkRange(from, to, LIMITS.reportDays);
    const read = () => profiles.readWith(account, profile_id, (key) => reports.read(key, { from, to }));
    const { profile, ...findings } = await takeTurn(reportTurns(account.id), read);
    return presentReport(profile, 'range', { from, to }, findings);
  });
};
