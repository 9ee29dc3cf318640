import { type Request, type Response, Router } from 'express';
import { notFound, Problem } from 'shared/contract/problem.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, findPerson, requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { shownReport } from 'shared/pages/shell/shown-report.ts';
import { hashSecret, type Keys } from 'shared/process/keys.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { today } from 'shared/records/calendar.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { wordsIn } from 'shared/words/words.ts';
import { orderQuery, readOrder } from '../clients/clients-order.ts';
import { type ReaderOptions, readersReport } from '../clients/keep-form.ts';
import type { KeptLinkStore } from '../clients/kept-link-store.ts';
import { pageDays } from '../report/range.ts';
import { type DaysCsvReader, sendDaysFile } from '../report-data/days-csv.ts';
import { profileKey, type ReportPageReader } from '../report-data/report-page-data.ts';
import { readReportQuery } from '../report-data/report-query.ts';
import { reportPage, reportTitle } from '../report-page/report-page.ts';
import type { IsOpen } from '../share-links/is-open.ts';
import { keptLinkName } from '../share-links/kept-link.ts';
import { mayShow } from '../share-links/may-show.ts';
import { openingProfile } from '../share-links/share-link.ts';
import { isActive, type ShareLinkStore } from '../share-links/share-link-store.ts';
import type { ViewCounter } from '../share-links/view-counter.ts';
import { isPreview, previewPage } from './preview.ts';

type SharedReportParts = {
  keys: Keys;
  siteUrl: string;
  profiles: Profiles;
  links: ShareLinkStore;
  kept: KeptLinkStore;
  isOpen: IsOpen;
  views: ViewCounter;
  readPage: ReportPageReader;
  readDaysCsv: DaysCsvReader;
};

/** `/r/{secret}`: the reports that a link shares, for whoever has it, and their days as CSV; whoever is signed in can keep it. */
export const sharedReportRoutes = ({
  keys,
  siteUrl,
  profiles,
  links,
  kept,
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

  const show = async (
    request: Request<{ secret: string }>,
    response: Response,
    { link, allowed, shared, reportQuery, profile }: Opened,
    returned?: ReaderOptions['returned'],
  ): Promise<void> => {
    const reader = findPerson(keys, request);
    const language = pageLanguage(request);
    // Counted apart from the account's own requests: whoever has a link must not crowd out the person who would revoke it.
    await limitConcurrency(`shared ${link.account_id}`, response, async () => {
      const [data, keptLink] = await Promise.all([
        readPage({ ...reportQuery, profile, profiles: shared, allowed, isShared: true }),
        reader ? kept.find(reader.account.id, request.params.secret) : null,
      ]);
      const page = reportPage(data, language, {
        // Without its own address: a secret that stands in a compressed page can be found out by its length (BREACH).
        csv: '?as=csv&',
        linkUntil: link.expires_at,
        carried: reader && orderOf(request),
      });
      const asReader = reader && {
        language,
        signedIn: signedInAs(keys, reader, request.path),
        kept: keptLink,
        diaryName: profile.name,
        query: shownForReader(request),
        notice: readNotice(wordsIn(language).clients.keepNotices, request),
        returned,
      };
      sendPage(response, asReader ? readersReport(page, asReader) : page);
      if (request.method === 'GET') views.add(link);
    });
  };

  return Router()
    .get('/r/:secret', async (request: Request<{ secret: string }>, response) => {
      if (request.query.as === 'csv')
        return seeOther(request, response, `${request.path}/days.csv`, shownReport(request));
      const opened = await open(request);
      if (!answerPreview(request, response, opened)) await show(request, response, opened);
    })
    .post(
      '/r/:secret',
      acceptPersonsForm(keys, siteUrl),
      async (request: Request<{ secret: string }>, response: Response) => {
        const { account } = requirePerson(keys, request);
        const { action, name = '' }: FormFields = request.body;
        if (action !== 'keep') throw new Problem('validation_failed', 'There is no such action.');
        const opened = await open(request);
        const named = keptLinkName.safeParse(name.trim());
        if (!named.success) return show(request, response, opened, { name, why: 'name' });
        const { secret } = request.params;
        const isKept = await kept.keep({
          accountId: account.id,
          link: opened.link,
          secret,
          name: named.data,
        });
        if (!isKept) return show(request, response, opened, { name, why: 'full' });
        const query = { ...shownReport(request), ...shownForReader(request), notice: 'kept' };
        seeOther(request, response, request.path, query);
      },
    )
    .get('/r/:secret/days.csv', async (request: Request<{ secret: string }>, response) => {
      const opened = await open(request);
      if (answerPreview(request, response, opened)) return;
      const { link, allowed, profile } = opened;
      await limitConcurrency(`shared ${link.account_id}`, response, async () => {
        sendDaysFile(response, await readDaysCsv(request.query, profile, allowed, true));
      });
    });
};

/** The order of the table that a reader came from: it goes with them from report to report. */
const orderOf = ({ query }: Pick<Request, 'query'>): Record<string, string> => orderQuery(readOrder(query));

/** What goes with a reader to the next client: the days that are shown, too. */
const shownForReader = (request: Pick<Request, 'query'>): Record<string, string> => {
  const { profile, ...days } = shownReport(request);
  return { ...days, ...orderOf(request) };
};

/** The profile that is asked for, the default one at first; undefined where the link shares no such. */
const choose = (shared: readonly StoredProfile[], key: string | undefined): StoredProfile | undefined =>
  key === undefined ? openingProfile(shared) : shared.find((profile) => profileKey(profile) === key);

const gone = (): Problem =>
  new Problem('not_found', 'This link has been withdrawn or has expired.', { status: 410 });
