import { type Request, type Response, Router } from 'express';
import type { Person } from 'shared/calls/principal.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { notFound, Problem } from 'shared/contract/problem.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import {
  acceptPersonsForm,
  requirePerson,
  signedInAs,
  signedInRecently,
} from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { shownReport } from 'shared/pages/shell/shown-report.ts';
import type { Keys } from 'shared/process/keys.ts';
import { chooseProfile, type Profiles } from 'shared/records/profiles.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import type { Transact } from 'shared/store/retry-races.ts';
import { wordsIn } from 'shared/words/words.ts';
import type { HistoryStore, Standing } from '../history/history-store.ts';
import type { RestoreRecord } from '../history/restore-record.ts';
import { BY_PERSON, type RecordChanges } from '../records/record-changes.ts';
import { changedIn, correctByForm, lostEntries } from './read-correction.ts';
import { recordEntries } from './record-fields.ts';
import type { ReturnedForm } from './record-form.ts';
import { type RecordNotice, type RecordPageOptions, recordPage } from './record-page.ts';

type RecordPageParts = {
  transact: Transact;
  keys: Keys;
  siteUrl: string;
  profiles: Profiles;
  history: HistoryStore;
  restore: RestoreRecord;
  changes: RecordChanges;
};

type OneRecord = Request<{ id: string }>;

/** What a form did, or why not; `gone` where the record went for good. */
type Outcome =
  | { notice: RecordNotice }
  | { refusal: RecordNotice }
  | { returned: ReturnedForm }
  | { gone: true };

type Sent = {
  request: OneRecord;
  person: Person;
  form: FormFields;
  standing: Standing;
  transaction: Transaction;
};

const PATH = '/report/records/:id';

/** So many versions stand on a page. */
const VERSIONS_AT_ONCE = 20;

const wholeNumber = (text: unknown): number | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** `/report/records/{id}`: one record, its versions, and the forms that change it (`C8.record_page`, `C10.page`). */
export const recordPageRoutes = (parts: RecordPageParts): Router => {
  const { transact, keys, siteUrl, profiles, history } = parts;

  const find = async (person: Person, id: string, transaction?: Transaction): Promise<Standing> => {
    const standing = await history.standing(person.account.id, id, transaction);
    if (!standing || standing === 'not_kept') throw notFound();
    return standing;
  };

  const show = async (
    request: OneRecord,
    response: Response,
    shown: Pick<RecordPageOptions, 'notice' | 'refusal' | 'returned'>,
  ): Promise<void> => {
    const person = requirePerson(keys, request);
    const standing = await find(person, request.params.id);
    const { _id, version, profile_id } = standing.record;
    const before = wholeNumber(request.query.before);
    const isNewest = before === undefined || before > version;
    const [ended, all] = await Promise.all([
      history.endedOf(person.account.id, _id, isNewest ? version : before, VERSIONS_AT_ONCE + 1),
      profiles.all(person.account),
    ]);
    const versions = (isNewest ? [standing, ...ended] : ended).slice(0, VERSIONS_AT_ONCE + 1);
    const profile = chooseProfile(all, profile_id);
    sendPage(
      response,
      recordPage({
        language: pageLanguage(request),
        signedIn: signedInAs(keys, person, '/report'),
        email: person.account.email,
        isRecent: signedInRecently(person),
        standing,
        diary: all.length > 1 ? profile?.name : undefined,
        timeZone: profile?.time_zone ?? person.account.time_zone,
        versions,
        hasEarlier: versions.length > VERSIONS_AT_ONCE,
        query: shownReport(request),
        ...shown,
      }),
    );
  };

  return Router()
    .get(PATH, async (request: OneRecord, response) => {
      // The language of the words is known once the person is.
      requirePerson(keys, request);
      const { notices } = wordsIn(pageLanguage(request)).recordPage;
      await show(request, response, { notice: readNotice(notices, request) });
    })
    .post(
      PATH,
      acceptPersonsForm(keys, siteUrl, LIMITS.bodyBytes),
      async (request: OneRecord, response: Response) => {
        const person = requirePerson(keys, request);
        const form: FormFields = request.body;
        const act = ACTIONS[form.action ?? ''];
        if (!act) throw new Problem('validation_failed', 'The form asks for what this page does not do.');
        const outcome = await transact(async (transaction): Promise<Outcome> => {
          const standing = await find(person, request.params.id, transaction);
          return act(parts, { request, person, form, standing, transaction });
        }).catch(refusalOf);
        if ('gone' in outcome)
          return seeOther(request, response, '/report', {
            ...shownReport(request),
            notice: 'deleted_for_good',
          });
        if (!('notice' in outcome)) return show(request, response, outcome);
        const { notice } = outcome;
        if (form.return_to === '/report' && notice === 'restored')
          return seeOther(request, response, '/report', { ...shownReport(request), notice });
        seeOther(request, response, `/report/records/${request.params.id}`, {
          ...shownReport(request),
          notice,
        });
      },
    );
};

/** Why a record could not be put back. */
const refusalOf = (error: unknown): Outcome => {
  if (error instanceof Problem && error.code === 'version_conflict') return { refusal: 'standing' };
  if (error instanceof Problem && error.code === 'validation_failed') return { refusal: 'full' };
  throw error;
};

type Action = (parts: RecordPageParts, sent: Sent) => Promise<Outcome>;

const ACTIONS: Record<string, Action> = Object.assign(Object.create(null), {
  correct: async ({ profiles, history, changes }, { request, person, form, standing, transaction }) => {
    const { account } = person;
    const { kind, record, deleted } = standing;
    if (deleted) throw notFound();
    const language = pageLanguage(request);
    const seen = wholeNumber(form.version) ?? record.version;
    const isConflict = seen !== record.version;
    const base = isConflict ? await history.atVersion(account.id, record._id, seen, transaction) : standing;
    const before = recordEntries(language, base ?? standing);
    const changed = changedIn(before, form);
    const entries = recordEntries(language, standing);
    const differs = changedIn(entries, Object.fromEntries(changed));
    const lost = isConflict ? lostEntries(before, entries, changed) : [];
    if (differs.size === 0 && lost.length === 0) return { notice: 'unchanged' };
    if (isConflict) return { returned: { changed: differs, faults: new Set(), isConflict, lost } };
    const { time_zone } = await profiles.resolve(account, record.profile_id);
    const corrected = correctByForm(standing, entries, changed, time_zone);
    if ('faults' in corrected) return { returned: { changed, faults: corrected.faults, isConflict, lost } };
    const made = { action: 'updated', by: BY_PERSON } as const;
    try {
      const next = await changes.replace(kind, record as never, corrected.next as never, made, transaction);
      return { notice: next === record ? 'unchanged' : 'saved' };
    } catch (error) {
      if (error instanceof Problem && error.code === 'validation_failed')
        return { returned: { changed, faults: new Set(['']), isConflict, lost } };
      throw error;
    }
  },

  restore: async ({ restore }, { form, standing, transaction }) => {
    const restored = await restore(standing, wholeNumber(form.version), BY_PERSON, transaction);
    return restored ? { notice: 'restored' } : { refusal: 'not_kept' };
  },

  delete_for_good: async ({ changes }, { person, form, standing, transaction }) => {
    if (!signedInRecently(person)) return { refusal: 'sign_in_again' };
    if (form.sure === undefined) return { notice: 'unchanged' };
    await changes.removeForGood(standing.kind, standing.record, transaction);
    return { gone: true };
  },
} satisfies Record<string, Action>);
