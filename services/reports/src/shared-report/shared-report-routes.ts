import { type Request, Router } from 'express';
import { notFound, Problem } from 'shared/contract/problem.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { hashSecret } from 'shared/process/keys.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { today } from 'shared/records/calendar.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { chooseProfile, type Profiles } from 'shared/records/profiles.ts';
import { pageDays } from '../report/range.ts';
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
};

/** `/r/{secret}`: the reports that a link shares, for whoever has it. */
export const sharedReportRoutes = ({ profiles, links, isOpen, views, readPage }: SharedReportParts): Router =>
  Router().get('/r/:secret', async (request: Request<{ secret: string }>, response) => {
    const link = await links.findBySecretHash(hashSecret(request.params.secret));
    if (!link || !(await isOpen(link.account_id))) throw notFound();
    const { profiles: shownProfiles, allowed } = mayShow(link);
    const shared = isActive(link, new Date()) ? await profiles.find(link.account_id, shownProfiles) : [];
    // With its last profile a link ends as well.
    if (shared.length === 0) throw gone();

    const reportQuery = readReportQuery(request.query);
    const profile = choose(shared, reportQuery.profile);
    if (!profile) throw notFound();
    if (isPreview(request.headers)) {
      const { period, range } = pageDays(reportQuery, allowed.days, today(profile.time_zone));
      const language = pageLanguage(request);
      const title = reportTitle(language, profile.name, period, range);
      return sendPage(response, previewPage(language, title, request.url));
    }
    // Counted apart from the account's own requests: whoever has a link must not crowd out the person who would revoke it.
    await limitConcurrency(`shared ${link.account_id}`, response, async () => {
      const page = await readPage({ ...reportQuery, profile, profiles: shared, allowed, isShared: true });
      sendPage(response, reportPage(page, pageLanguage(request), { linkUntil: link.expires_at }));
      if (request.method === 'GET') views.add(link);
    });
  });

/** The profile that is asked for, the default one at first; undefined where the link shares no such. */
const choose = (shared: readonly StoredProfile[], key: string | undefined): StoredProfile | undefined =>
  key === undefined
    ? (chooseProfile(shared, null) ?? shared[0])
    : shared.find((profile) => profileKey(profile) === key);

const gone = (): Problem =>
  new Problem('not_found', 'This link has been withdrawn or has expired.', { status: 410 });
