import { type Request, Router } from 'express';
import { fetchExportPart } from 'shared/calls/fetch-export-part.ts';
import type { Replicas } from 'shared/calls/replicas.ts';
import { notFound } from 'shared/contract/problem.ts';
import { connectedAssistant } from 'shared/http/export-parts.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { chooseProfile, type Profiles } from 'shared/records/profiles.ts';
import { wordsIn } from 'shared/words/words.ts';
import { EVERYTHING } from '../report/allowed.ts';
import { type DaysCsvReader, sendDaysFile } from '../report-data/days-csv.ts';
import { profileKey, type ReportPageReader } from '../report-data/report-page-data.ts';
import { readReportQuery } from '../report-data/report-query.ts';
import { personReportPage } from './person-report-page.ts';
import type { RecentChangesStore } from './recent-changes-store.ts';

type PersonReportParts = {
  keys: Keys;
  profiles: Profiles;
  readPage: ReportPageReader;
  readDaysCsv: DaysCsvReader;
  recent: RecentChangesStore;
  auth: Replicas;
};

const PATH = '/report';

/** `/report`: the report of the signed-in person, what was changed in it lately, and who writes into it; and its days as CSV. */
export const personReportRoutes = ({
  keys,
  profiles,
  readPage,
  readDaysCsv,
  recent,
  auth,
}: PersonReportParts): Router => {
  /** Whose report is asked for. A profile that is deleted, perhaps in another tab, gives way to the default one (`isGone`). */
  const open = async (request: Request) => {
    const person = requirePerson(keys, request);
    const reportQuery = readReportQuery(request.query);
    const all = await profiles.all(person.account);
    const asked = all.find((candidate) => profileKey(candidate) === reportQuery.profile);
    const profile = asked ?? chooseProfile(all, null);
    if (!profile) throw notFound();
    return {
      person,
      reportQuery,
      all,
      profile,
      isGone: reportQuery.profile !== undefined && asked === undefined,
    };
  };

  return Router()
    .get(PATH, async (request, response) => {
      const { person, reportQuery, all, profile, isGone } = await open(request);
      const { account } = person;
      // A key of its own: assistants who read slowly do not hold up the person's page.
      await limitConcurrency(`person ${account.id}`, response, async () => {
        const [data, assistants, changes] = await Promise.all([
          readPage({ ...reportQuery, profile, profiles: all, isShared: false }),
          Array.fromAsync(
            fetchExportPart(
              keys,
              { service: auth, caller: 'reports', part: 'assistants', accountId: account.id },
              connectedAssistant,
            ),
          ),
          recent.lastChanges(profile),
        ]);
        const language = pageLanguage(request);
        const signedIn = signedInAs(keys, person, PATH);
        const notice = readNotice(wordsIn(language).personReport.notices, request);
        sendPage(
          response,
          personReportPage({ language, signedIn, data, assistants, changes, notice, isGone }),
        );
      });
    })
    .get(`${PATH}/days.csv`, async (request, response) => {
      const { person, profile } = await open(request);
      await limitConcurrency(`person ${person.account.id}`, response, async () => {
        sendDaysFile(response, await readDaysCsv(request.query, profile, EVERYTHING, false));
      });
    });
};
