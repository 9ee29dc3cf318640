import { Router } from 'express';
import { pageLanguage } from 'shared/pages/page-language.ts';
import { requirePerson, signedInAs } from 'shared/pages/page-session.ts';
import { readNotice } from 'shared/pages/read-notice.ts';
import { sendPage } from 'shared/pages/send-page.ts';
import { chooseProfile, type Profiles } from 'shared/records/profiles.ts';
import { connectedAssistant } from 'shared/service/export-parts.ts';
import { fetchExportPart } from 'shared/service/fetch-export-part.ts';
import type { Keys } from 'shared/service/keys.ts';
import { limitConcurrency } from 'shared/service/limit-concurrency.ts';
import { notFound } from 'shared/service/problem.ts';
import type { Replicas } from 'shared/service/replicas.ts';
import { profileKey, type ReportPageReader } from '../page-data/report-page-data.ts';
import { readReportQuery } from '../page-data/report-query.ts';
import { PERSON_REPORT_WORDS, personReportPage } from './person-report-page.ts';

type PersonReportParts = {
  keys: Keys;
  profiles: Profiles;
  readPage: ReportPageReader;
  auth: Replicas;
};

const PATH = '/report';

/** `/report`: the report of the signed-in person, and who writes into it. */
export const personReportRoutes = ({ keys, profiles, readPage, auth }: PersonReportParts): Router =>
  Router().get(PATH, async (request, response) => {
    const person = requirePerson(keys, request);
    const { account } = person;
    const reportQuery = readReportQuery(request.query);
    const all = await profiles.all(account);
    // A profile that is gone, perhaps in another tab, gives way to the default one.
    const asked = all.find((candidate) => profileKey(candidate) === reportQuery.profile);
    const isGone = reportQuery.profile !== undefined && asked === undefined;
    const profile = asked ?? chooseProfile(all, null);
    if (!profile) throw notFound();
    // A key of its own: assistants who read slowly do not hold up the person's page.
    await limitConcurrency(`person ${account.id}`, response, async () => {
      const [data, assistants] = await Promise.all([
        readPage({ ...reportQuery, profile, profiles: all, isShared: false }),
        Array.fromAsync(
          fetchExportPart(
            keys,
            { service: auth, caller: 'reports', part: 'assistants', accountId: account.id },
            connectedAssistant,
          ),
        ),
      ]);
      const language = pageLanguage(request);
      const signedIn = signedInAs(keys, person, PATH);
      const notice = readNotice(PERSON_REPORT_WORDS.en.notices, request);
      sendPage(response, personReportPage({ language, signedIn, data, assistants, notice, isGone }));
    });
  });
