import { type Request, type Response, Router } from 'express';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { wordsIn } from 'shared/words/words.ts';
import { createProfileChanges } from './change-profiles.ts';
import { deleteProfilePage } from './delete-profile-page.ts';
import type { ProfileRemovalStore } from './profile-removal-store.ts';
import type { ProfileStore } from './profile-store.ts';
import { type ProfilesPageOptions, profilesPage } from './profiles-page.ts';

type ProfilePageParts = {
  keys: Keys;
  siteUrl: string;
  profiles: Profiles;
  store: ProfileStore;
  removals: ProfileRemovalStore;
};

const PATH = '/account/profiles';
const QUESTION_PATH = `${PATH}/:id/delete`;

/** `/account/profiles`, and the question before a profile is deleted. */
export const profilePageRoutes = ({ keys, siteUrl, profiles, store, removals }: ProfilePageParts): Router => {
  const acceptForm = acceptPersonsForm(keys, siteUrl);
  const changeProfiles = createProfileChanges(profiles, store);

  const show = async (
    request: Request,
    response: Response,
    shown: Omit<ProfilesPageOptions, 'language' | 'signedIn' | 'profiles'>,
  ): Promise<void> => {
    const person = requirePerson(keys, request);
    const language = pageLanguage(request);
    const signedIn = signedInAs(keys, person, PATH);
    const all = await profiles.all(person.account);
    sendPage(response, profilesPage({ language, signedIn, profiles: all, ...shown }));
  };

  return Router()
    .get(PATH, async (request, response) => {
      const { opened } = request.query;
      await show(request, response, {
        notice: readNotice(wordsIn(pageLanguage(request)).profiles.notices, request),
        opened: typeof opened === 'string' ? opened : undefined,
      });
    })
    .post(PATH, acceptForm, async (request: Request, response: Response) => {
      const outcome = await changeProfiles(requirePerson(keys, request).account, request.body);
      if (!('notice' in outcome)) return show(request, response, outcome);
      const opened = String(outcome.profile.place);
      seeOther(request, response, PATH, { notice: outcome.notice, opened });
    })
    .get(QUESTION_PATH, async (request: Request<{ id: string }>, response) => {
      const person = requirePerson(keys, request);
      const profile = await profiles.resolve(person.account, request.params.id);
      const language = pageLanguage(request);
      const counts = await removals.countRecords(profile);
      sendPage(response, deleteProfilePage(language, signedInAs(keys, person, PATH), profile, counts));
    })
    .post(QUESTION_PATH, acceptForm, async (request: Request<{ id: string }>, response: Response) => {
      const { account } = requirePerson(keys, request);
      const { id } = request.params;
      await removals.remove(account.id, id);
      const isLeft = (await profiles.all(account)).some(({ _id }) => _id === id);
      // The default profile stays, and the question says so.
      if (isLeft) seeOther(request, response, `${PATH}/${id}/delete`);
      else seeOther(request, response, PATH, { notice: 'deleted' });
    });
};
