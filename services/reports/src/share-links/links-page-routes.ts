import { type Request, type Response, Router } from 'express';
import { Problem } from 'shared/contract/problem.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { isDuplicateKey } from 'shared/store/mongo.ts';
import { wordsIn } from 'shared/words/words.ts';
import { uuidv7 } from 'uuidv7';
import { readLinkForm } from './link-form.ts';
import { type LinksPageOptions, linksPage } from './links-page.ts';
import { newShareLink, presentShareLink, type StoredShareLink } from './share-link.ts';
import type { ShareLinkParts } from './share-link-routes.ts';

const PATH = '/account/links';
/** Where the notice and the new link are visible, on a phone too. */
const LIST = '#active';
const LINK_ID = /^lnk_[0-9a-f-]{36}$/;

/** `/account/links`: the links of the signed-in person. */
export const linksPageRoutes = ({ keys, siteUrl, profiles, links, keepers }: ShareLinkParts): Router => {
  const show = async (
    request: Request,
    response: Response,
    shown: Pick<LinksPageOptions, 'notice' | 'returned'>,
  ): Promise<void> => {
    const person = requirePerson(keys, request);
    const [active, all, keepersOf] = await Promise.all([
      links.active(person.account.id, new Date()),
      profiles.all(person.account),
      keepers.all(person.account.id),
    ]);
    const page = {
      language: pageLanguage(request),
      signedIn: signedInAs(keys, person, PATH),
      links: active.map((link) => presentShareLink(keys, siteUrl, link)).reverse(),
      profiles: all,
      keepersOf,
      nextId: `lnk_${uuidv7()}`,
    };
    sendPage(response, linksPage({ ...page, ...shown }));
  };

  /** Creates the link; the same form again finds that it is there. Returns whether the account has room for it. */
  const create = async (link: StoredShareLink, formId: string | undefined): Promise<boolean> => {
    const id = formId && LINK_ID.test(formId) ? formId : link._id;
    // With links sharded by their secrets, no index knows of the same id on another shard.
    if ((await links.all(link.account_id)).some(({ _id }) => _id === id)) return true;
    try {
      await links.add({ ...link, _id: id }, {});
    } catch (error) {
      // The only problem that `add` throws.
      if (error instanceof Problem) return false;
      // The same form, sent at the same time, was faster.
      if (!isDuplicateKey(error)) throw error;
    }
    return true;
  };

  return Router()
    .get(PATH, async (request, response) => {
      await show(request, response, {
        notice: readNotice(wordsIn(pageLanguage(request)).links.notices, request),
      });
    })
    .post(
      PATH,
      acceptPersonsForm(keys, siteUrl, undefined, ['shows']),
      async (request: Request, response: Response) => {
        const { account } = requirePerson(keys, request);
        const fields: FormFields = request.body;
        if (fields.action === 'revoke') {
          await links.revoke(account.id, fields.id ?? '', new Date());
          return seeOther(request, response, PATH, { notice: 'revoked' }, LIST);
        }
        if (fields.action !== 'create' && fields.action !== 'describe')
          throw new Problem('validation_failed', 'There is no such action.');
        const { entries, input, why } = readLinkForm(fields, await profiles.all(account));
        if (!input) return show(request, response, { returned: { entries, why } });
        if (fields.action === 'describe') return show(request, response, { returned: { entries, input } });
        const link = newShareLink(keys, { ...input, accountId: account.id });
        if (!(await create(link, fields.id)))
          return show(request, response, { returned: { entries, why: 'full' } });
        seeOther(request, response, PATH, { notice: 'created' }, LIST);
      },
    );
};
