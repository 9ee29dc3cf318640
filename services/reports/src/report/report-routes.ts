import { LIMITS } from 'shared/contract/limits.ts';
import { getReport, getReportOfRange, type Report } from 'shared/contract/operations/reports.ts';
import type { Route } from 'shared/http/route.ts';
import { takeTurn } from 'shared/process/take-turn.ts';
import { today } from 'shared/records/calendar.ts';
import { checkRange } from 'shared/records/check-range.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { periodAround, type Range } from './range.ts';
import { presentReport } from './report.ts';
import type { ReportStore } from './report-store.ts';
import { reportTurns } from './report-turns.ts';

/** `GET /reports/{period}` and `GET /reports`. */
export const reportRoutes = (route: Route, profiles: Profiles, reports: ReportStore): void => {
  const report = async (profile: StoredProfile, period: Report['period'], range: Range): Promise<Report> => {
    const read = () => reports.read(profile, range);
    return presentReport(profile, period, range, await takeTurn(reportTurns(profile.account_id), read));
  };

  route(getReport, async ({ assistant, params: { period }, query }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    return report(profile, period, periodAround(period, today(profile.time_zone)));
  });

  route(getReportOfRange, async ({ assistant, query: { from, to, profile_id } }) => {
    checkRange(from, to, LIMITS.reportDays);
    return report(await profiles.resolve(assistant.account, profile_id), 'range', { from, to });
  });
};
