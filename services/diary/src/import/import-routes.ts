import { type Request, type Response, Router } from 'express';
import { notFound, Problem } from 'shared/contract/problem.ts';
import { formRefused, isCsrfToken, requireSameOrigin } from 'shared/pages/form/form.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { createTurns, takeTurn } from 'shared/process/take-turn.ts';
import { DEMO_EMAIL } from 'shared/records/account.ts';
import { chooseProfile, homeZone, type Profiles } from 'shared/records/profiles.ts';
import { findTimeZone } from 'shared/records/time-zones.ts';
import { unknownProfile } from 'shared/records/unknown-profile.ts';
import { TURNS } from 'shared/turns.ts';
import type { ImportFiles } from './import-files.ts';
import type { ImportJobs } from './import-jobs.ts';
import { importPage } from './import-page.ts';
import type { ImportRows } from './import-rows.ts';
import type { ImportStore } from './import-store.ts';
import { importsPage } from './imports-page.ts';
import { Superseded } from './read-import.ts';
import { type StoredImport, WORKING } from './stored-import.ts';
import { isUpload, readUpload } from './upload.ts';

export type ImportRoutesParts = {
  keys: Keys;
  siteUrl: string;
  profiles: Profiles;
  store: ImportStore;
  files: ImportFiles;
  rows: ImportRows;
  jobs: Pick<ImportJobs, 'goOn'>;
};

type OneImport = Request<{ id: string }>;

const PATH = '/account/import';
const ONE_PATH = `${PATH}/:id`;
const BEAT_MS = 10_000;

const uploadTurns = createTurns(TURNS.uploads);

/** `/account/import`, and the page of each import. */
export const importRoutes = (parts: ImportRoutesParts): Router => {
  const { keys, siteUrl, profiles, store, files, rows, jobs } = parts;
  const acceptForm = acceptPersonsForm(keys, siteUrl);

  const showAll = async (request: Request, response: Response, why?: 'no_file' | 'open'): Promise<void> => {
    const person = requirePerson(keys, request);
    const { account } = person;
    const language = pageLanguage(request);
    const [all, imports] = await Promise.all([profiles.all(account), store.list(account.id)]);
    const chosen = chooseProfile(all, undefined);
    if (!chosen) throw unknownProfile();
    const signedIn = signedInAs(keys, person, PATH);
    const takesFiles = account.email !== DEMO_EMAIL;
    sendPage(response, importsPage({ language, signedIn, profiles: all, chosen, imports, takesFiles, why }));
  };

  /** Keeps the file of an import as it comes in; then it is read. */
  const keepFile = async (begun: StoredImport, bytes: AsyncIterable<Buffer>): Promise<void> => {
    let beatAt = Date.now();
    const beat = async (): Promise<void> => {
      if (!(await store.change(begun, ['uploading'], {}))) throw new Superseded();
      beatAt = Date.now();
    };
    const timed = async function* () {
      for await (const piece of bytes) {
        if (Date.now() > beatAt + BEAT_MS) await beat();
        yield piece;
      }
    };
    try {
      const size = await files.keep(begun, timed(), beat);
      if (!(await store.change(begun, ['uploading'], { $set: { state: 'reading', size } })))
        throw new Superseded();
    } catch (error) {
      // Whoever sends half a file sends it again.
      await store.remove(begun);
      await files.remove(begun);
      throw error instanceof Superseded
        ? new Problem('validation_failed', 'The file came in too slowly, or its diary was deleted meanwhile.')
        : error;
    }
  };

  const upload = async (request: Request, response: Response): Promise<void> => {
    const { account, session } = requirePerson(keys, request);
    const begun = await takeTurn(uploadTurns, () =>
      readUpload(request, async (fields, name, bytes) => {
        if (!isCsrfToken(keys, session.id, fields.csrf) || account.email === DEMO_EMAIL) throw formRefused();
        const profile = await profiles.resolve(account, fields.profile_id || undefined);
        const time_zone = fields.time_zone ? findTimeZone(fields.time_zone.trim()) : profile.time_zone;
        if (!time_zone) throw new Problem('validation_failed', 'There is no such time zone.');
        const about = { account_id: account.id, profile_id: profile._id, time_zone, file_name: name };
        const one = await store.begin(about);
        if (one) await keepFile(one, bytes);
        return one ?? 'open';
      }),
    );
    if (begun === undefined || begun === 'open') return showAll(request, response, begun ?? 'no_file');
    await jobs.goOn({ ...begun, state: 'reading' });
    seeOther(request, response, `${PATH}/${begun._id}`);
  };

  const findOne = async (request: OneImport): Promise<StoredImport> => {
    const { account } = requirePerson(keys, request);
    const one = await store.find(account.id, request.params.id);
    if (!one) throw notFound();
    return one;
  };

  const act = async (one: StoredImport, { action, existing }: Record<string, string | undefined>) => {
    if (action === 'import') {
      if (existing !== 'keep' && existing !== 'skip')
        throw new Problem('validation_failed', 'Say what becomes of days that have records.');
      const update = { $set: { state: 'importing', existing, tries: 0 } as const };
      if (await store.change(one, ['preview'], update)) await jobs.goOn({ ...one, state: 'importing' });
    } else if (action === 'cancel') {
      if (!(await store.end(one, ['reading', 'preview'], 'cancelled'))) return;
      await files.remove(one);
      await rows.removeWaiting(one);
    } else if (action === 'take_back') {
      const update = { $set: { state: 'taking_back', tries: 0 } as const };
      if (await store.change(one, ['done', 'failed'], update))
        await jobs.goOn({ ...one, state: 'taking_back' });
    } else throw new Problem('validation_failed', 'This page does not do that.');
  };

  return Router()
    .get(PATH, (request, response) => showAll(request, response))
    .post(PATH, requireSameOrigin(siteUrl), (request: Request, response: Response, next) =>
      isUpload(request) ? upload(request, response) : next(),
    )
    .post(PATH, acceptForm, (request: Request, response: Response) => showAll(request, response, 'no_file'))
    .get(ONE_PATH, async (request: OneImport, response) => {
      const person = requirePerson(keys, request);
      const one = await findOne(request);
      // The page waits for what comes of it, and shows how far it is.
      if (request.method === 'HEAD' && (one.state === 'uploading' || WORKING.includes(one.state)))
        return void response.status(204).end();
      const all = await profiles.all(person.account);
      const language = pageLanguage(request);
      const signedIn = signedInAs(keys, person, PATH);
      const timeZone = homeZone(all, person.account);
      sendPage(response, importPage({ language, signedIn, one, profiles: all, timeZone }));
    })
    .post(ONE_PATH, acceptForm, async (request: OneImport, response: Response) => {
      const one = await findOne(request);
      await act(one, request.body);
      seeOther(request, response, `${PATH}/${one._id}`);
    });
};
