import { type Request, type Response, Router } from 'express';
import type { CallersAccount } from 'shared/calls/principal.ts';
import { shareLinkInput } from 'shared/contract/operations/share-links.ts';
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
import { type LinkEntries, type LinksPageOptions, linksPage, type WhyNoLink } from './links-page.ts';
import { newShareLink, presentShareLink } from './share-link.ts';
import type { ShareLinkParts } from './share-link-routes.ts';

const PATH = '/account/links';
/** Where the notice and the new link are visible, on a phone too. */
const LIST = '#active';
const LINK_ID = /^lnk_[0-9a-f-]{36}$/;

/** `/account/links`: the links of the signed-in person. */
export const linksPageRoutes = ({ keys, siteUrl, profiles, links }: ShareLinkParts): Router => {
  const show = async (
    request: Request,
    response: Response,
    shown: Pick<LinksPageOptions, 'notice' | 'returned'>,
  ): Promise<void> => {
    const person = requirePerson(keys, request);
    const [active, all] = await Promise.all([
      links.active(person.account.id, new Date()),
      profiles.all(person.account),
    ]);
    const page = {
      language: pageLanguage(request),
      signedIn: signedInAs(keys, person, PATH),
      links: active.map((link) => presentShareLink(keys, siteUrl, link)).reverse(),
      profiles: all,
      nextId: `lnk_${uuidv7()}`,
    };
    sendPage(response, linksPage({ ...page, ...shown }));
  };

  /** Creates the link; the same form again finds that it is there. Returns why the form comes back, if it does. */
  const create = async (
    account: CallersAccount,
    fields: FormFields,
    entries: LinkEntries,
  ): Promise<WhyNoLink | undefined> => {
    const expiresInDays = readExpiry(entries.expires_in_days);
    if (expiresInDays === undefined) return 'expires_in_days';
    const profileId = entries.profile_id || null;
    const all = await profiles.all(account);
    if (profileId !== null && !all.some(({ _id }) => _id === profileId)) return 'profile_id';
    const link = newShareLink(keys, { accountId: account.id, profileId, expiresInDays });
    const id = fields.id && LINK_ID.test(fields.id) ? fields.id : link._id;
    // With links sharded by their secrets, no index knows of the same id on another shard.
    if ((await links.all(account.id)).some(({ _id }) => _id === id)) return undefined;
    try {
      await links.add({ ...link, _id: id }, {});
    } catch (error) {
      // The only problem that `add` throws.
      if (error instanceof Problem) return 'full';
      // The same form, sent at the same time, was faster.
      if (!isDuplicateKey(error)) throw error;
    }
    return undefined;
  };

  return Router()
    .get(PATH, async (request, response) => {
      await show(request, response, {
        notice: readNotice(wordsIn(pageLanguage(request)).links.notices, request),
      });
    })
    .post(PATH, acceptPersonsForm(keys, siteUrl), async (request: Request, response: Response) => {
      const { account } = requirePerson(keys, request);
      const fields: FormFields = request.body;
      if (fields.action === 'revoke') {
        await links.revoke(account.id, fields.id ?? '', new Date());
        return seeOther(request, response, PATH, { notice: 'revoked' }, LIST);
      }
      if (fields.action !== 'create') throw new Problem('validation_failed', 'There is no such action.');
      const entries = {
        profile_id: fields.profile_id ?? '',
        expires_in_days: fields.expires_in_days?.trim() ?? '',
      };
      const why = await create(account, fields, entries);
      if (why) return show(request, response, { returned: { entries, why } });
      seeOther(request, response, PATH, { notice: 'created' }, LIST);
    });
};

/** The days that a form gives a link; null where it is to have no end, undefined where the entry is no number of days. */
const readExpiry = (entry: string): number | null | undefined => {
  if (entry === '') return null;
  const days = /^\d+$/.test(entry) ? Number(entry) : undefined;
  const { success } = shareLinkInput.shape.expires_in_days.safeParse(days);
  return success ? days : undefined;
};
