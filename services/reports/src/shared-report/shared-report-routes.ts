import { type Request, type Response, Router } from 'express';
import { notFound, Problem } from 'shared/contract/problem.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { today } from 'shared/records/calendar.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { chooseProfile, type Profiles } from 'shared/records/profiles.ts';
import { pageDays } from '../report/range.ts';
import { type DaysCsvReader, sendDaysFile } from '../report-data/days-csv.ts';
import { profileKey, type ReportPageReader } from '../report-data/report-page-data.ts';
import { readReportQuery } from '../report-data/report-query.ts';
import { reportPage, reportTitle } from '../report-page/report-page.ts';
import type { IsOpen } from '../share-links/is-open.ts';
import { mayShow } from '../share-links/may-show.ts';
import { isActive, type ShareLinkStore } from '../share-links/share-link-store.ts';
import type { ViewCounter } from '../share-links/view-counter.ts';
import { isPreview, previewPage } from './preview.ts';

type SharedReportParts = {
  profiles: Profiles;
  links: ShareLinkStore;
  isOpen: IsOpen;
  views: ViewCounter;
  readPage: ReportPageReader;
  readDaysCsv: DaysCsvReader;
};

/** `/r/{secret}`: the reports that a link shares, for whoever has it, and their days as CSV. */
export const sharedReportRoutes = ({
  profiles,
  links,
  isOpen,
  views,
  readPage,
  readDaysCsv,
}: SharedReportParts): Router => {
  /** What the link of a request shows. Throws `not_found`, with status 410 for a link that ended. */
  const open = async (request: Request<{ secret: string }>) => {
    const link = await links.findBySecretHash(hashSecret(request.params.secret));
    if (!link || !(await isOpen(link.account_id))) throw notFound();
    const { profiles: shownProfiles, allowed } = mayShow(link);
    const shared = isActive(link, new Date()) ? await profiles.find(link.account_id, shownProfiles) : [];
    // With its last profile a link ends as well.
    if (shared.length === 0) throw gone();
    const reportQuery = readReportQuery(request.query);
    const profile = choose(shared, reportQuery.profile);
    if (!profile) throw notFound();
    return { link, allowed, shared, reportQuery, profile };
  };

  /** Answers with the title alone where nobody looks at the page. Returns whether it did. */
  const answerPreview = (request: Request, response: Response, opened: Opened): boolean => {
    if (!isPreview(request.headers)) return false;
    const { allowed, reportQuery, profile } = opened;
    const { period, range } = pageDays(reportQuery, allowed.days, today(profile.time_zone));
    const language = pageLanguage(request);
    const title = reportTitle(language, profile.name, period, range);
    sendPage(response, previewPage(language, title, request.url));
    return true;
  };
  type Opened = Awaited<ReturnType<typeof open>>;

  return Router()
    .get('/r/:secret', async (request: Request<{ secret: string }>, response) => {
      const opened = await open(request);
      if (answerPreview(request, response, opened)) return;
      const { link, allowed, shared, reportQuery, profile } = opened;
      // Counted apart from the account's own requests: whoever has a link must not crowd out the person who would revoke it.
      await limitConcurrency(`shared ${link.account_id}`, response, async () => {
        const page = await readPage({ ...reportQuery, profile, profiles: shared, allowed, isShared: true });
        const beside = { path: request.path, linkUntil: link.expires_at };
        sendPage(response, reportPage(page, pageLanguage(request), beside));
        if (request.method === 'GET') views.add(link);
      });
    })
    .get('/r/:secret/days.csv', async (request: Request<{ secret: string }>, response) => {
      const opened = await open(request);
      if (answerPreview(request, response, opened)) return;
      const { link, allowed, profile } = opened;
      await limitConcurrency(`shared ${link.account_id}`, response, async () => {
        sendDaysFile(response, await readDaysCsv(request.query, profile, allowed, true));
      });
    });
};

/** The profile that is asked for, the default one at first; undefined where the link shares no such. */
const choose = (shared: readonly StoredProfile[], key: string | undefined): StoredProfile | undefined =>
  key === undefined
    ? (chooseProfile(shared, null) ?? shared[0])
    : shared.find((profile) => profileKey(profile) === key);

const gone = (): Problem =>
  new Problem('not_found', 'This link has been withdrawn or has expired.', { status: 410 });
