import { getReport } from 'shared/contract/operations/reports.ts';
import type { Route } from 'shared/http/route.ts';
import { takeTurn } from 'shared/process/take-turn.ts';
import { today } from 'shared/records/calendar.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { periodAround } from './period.ts';
import { presentReport } from './report.ts';
import type { ReportStore } from './report-store.ts';
import { reportTurns } from './report-turns.ts';

/** `GET /reports/{period}`. */
export const reportRoutes = (route: Route, profiles: Profiles, reports: ReportStore): void => {
  route(getReport, async ({ assistant, params: { period }, query }) => {
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const range = periodAround(period, today(profile.time_zone));
    const read = () => reports.read(profile, range);
    return presentReport(profile, period, range, await takeTurn(reportTurns(profile.account_id), read));
  });
};
