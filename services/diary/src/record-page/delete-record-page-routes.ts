import { type Request, type Response, Router } from 'express';
import type { RecordKind } from 'shared/contract/kinds.ts';
import { notFound } from 'shared/contract/problem.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { shownReport } from 'shared/pages/shell/shown-report.ts';
import type { Keys } from 'shared/process/keys.ts';
import type { AnyRecord } from 'shared/records/any-record.ts';
import { chooseProfile, type Profiles } from 'shared/records/profiles.ts';
import type { Transact } from 'shared/store/retry-races.ts';
import { BY_PERSON, type RecordChanges } from '../records/record-changes.ts';
import type { RecordStore } from '../records/record-store.ts';
import { deleteRecordPage } from './delete-record-page.ts';

type DeleteRecordPageParts = {
  transact: Transact;
  keys: Keys;
  siteUrl: string;
  profiles: Profiles;
  records: RecordStore;
  changes: RecordChanges;
};

type OneRecord = Request<{ kind: string; id: string }>;

const PATH = '/report/records/:kind/:id/delete';

/** The question that a report asks before it deletes a record, and the way back to that report. */
export const deleteRecordPageRoutes = ({
  transact,
  keys,
  siteUrl,
  profiles,
  records,
  changes,
}: DeleteRecordPageParts): Router => {
  const kindOf = (request: OneRecord): RecordKind => {
    const { kind } = request.params;
    if (!records.isKind(kind)) throw notFound();
    return kind;
  };

  const findRecord = async (request: OneRecord, accountId: string): Promise<AnyRecord | undefined> => {
    const kind = kindOf(request);
    const record = await records.find(accountId, kind, request.params.id);
    return record && ({ kind, record } as AnyRecord);
  };

  return Router()
    .get(PATH, async (request: OneRecord, response) => {
      const person = requirePerson(keys, request);
      const { account } = person;
      const [found, all] = await Promise.all([findRecord(request, account.id), profiles.all(account)]);
      if (!found) throw notFound();
      const diary = all.length > 1 ? chooseProfile(all, found.record.profile_id)?.name : undefined;
      const language = pageLanguage(request);
      const query = shownReport(request);
      const signedIn = signedInAs(keys, person, '/report');
      sendPage(response, deleteRecordPage({ language, signedIn, found, diary, query }));
    })
    .post(PATH, acceptPersonsForm(keys, siteUrl), async (request: OneRecord, response: Response) => {
      const { account } = requirePerson(keys, request);
      const kind = kindOf(request);
      const key = { _id: request.params.id, account_id: account.id };
      await transact((transaction) => changes.remove(kind, key, BY_PERSON, transaction));
      seeOther(request, response, '/report', { ...shownReport(request), notice: 'deleted' });
    });
};
