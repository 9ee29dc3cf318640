import { type Request, type Response, Router } from 'express';
import type { RecordKind } from 'shared/contract/kinds.ts';
import { notFound } from 'shared/contract/problem.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { shownReport } from 'shared/pages/shell/shown-report.ts';
import type { Keys } from 'shared/process/keys.ts';
import { chooseProfile, type Profiles } from 'shared/records/profiles.ts';
import type { RecordStore } from '../records/record-store.ts';
import { deleteRecordPage } from './delete-record-page.ts';

type DeleteRecordPageParts = { keys: Keys; siteUrl: string; profiles: Profiles; records: RecordStore };

type OneRecord = Request<{ kind: string; id: string }>;

const PATH = '/report/records/:kind/:id/delete';

/** The question that a report asks before it deletes a record, and the way back to that report. */
export const deleteRecordPageRoutes = ({
  keys,
  siteUrl,
  profiles,
  records,
}: DeleteRecordPageParts): Router => {
  const kindOf = (request: OneRecord): RecordKind => {
    const { kind } = request.params;
    if (!records.isKind(kind)) throw notFound();
    return kind;
  };

  return Router()
    .get(PATH, async (request: OneRecord, response) => {
      const person = requirePerson(keys, request);
      const { account } = person;
      const [found, all] = await Promise.all([
        records.find(account.id, kindOf(request), request.params.id),
        profiles.all(account),
      ]);
      if (!found) throw notFound();
      const diary = all.length > 1 ? chooseProfile(all, found.record.profile_id)?.name : undefined;
      const language = pageLanguage(request);
      const query = shownReport(request);
      const signedIn = signedInAs(keys, person, '/report');
      sendPage(response, deleteRecordPage({ language, signedIn, found, diary, query }));
    })
    .post(PATH, acceptPersonsForm(keys, siteUrl), async (request: OneRecord, response: Response) => {
      const { account } = requirePerson(keys, request);
      await records.remove(account.id, kindOf(request), request.params.id);
      seeOther(request, response, '/report', { ...shownReport(request), notice: 'deleted' });
    });
};
