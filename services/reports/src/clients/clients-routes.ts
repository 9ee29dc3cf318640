import { type Request, type Response, Router } from 'express';
import { Problem } from 'shared/contract/problem.ts';
import type { FormFields } from 'shared/pages/form/form.ts';
import { pageLanguage } from 'shared/pages/shell/page-language.ts';
import { acceptPersonsForm, requirePerson, signedInAs } from 'shared/pages/shell/page-session.ts';
import { readNotice } from 'shared/pages/shell/read-notice.ts';
import { seeOther } from 'shared/pages/shell/see-other.ts';
import { sendPage } from 'shared/pages/shell/send-page.ts';
import { shownReport } from 'shared/pages/shell/shown-report.ts';
import type { Keys } from 'shared/process/keys.ts';
import { limitConcurrency } from 'shared/process/limit-concurrency.ts';
import { wordsIn } from 'shared/words/words.ts';
import { keptLinkName } from '../share-links/kept-link.ts';
import { orderClients, orderQuery, readOrder } from './clients-order.ts';
import { type ClientsPageOptions, clientsPage } from './clients-page.ts';
import type { ClientsReader } from './clients-reader.ts';
import type { KeptLinkStore } from './kept-link-store.ts';

type ClientsParts = { keys: Keys; siteUrl: string; kept: KeptLinkStore; readClients: ClientsReader };

const PATH = '/clients';

/** `/clients`: the reports that the signed-in person keeps, and the way from one to the next. */
export const clientsRoutes = ({ keys, siteUrl, kept, readClients }: ClientsParts): Router => {
  const show = async (
    request: Request,
    response: Response,
    shown: Pick<ClientsPageOptions, 'notice' | 'returned'>,
  ): Promise<void> => {
    const person = requirePerson(keys, request);
    await limitConcurrency(`clients ${person.account.id}`, response, async () => {
      const clients = await readClients(person.account.id);
      const language = pageLanguage(request);
      const signedIn = signedInAs(keys, person, PATH);
      const order = readOrder(request.query);
      sendPage(response, clientsPage({ language, signedIn, clients, order, now: new Date(), ...shown }));
    });
  };

  /** Leads from a client to another one of the table, and after its last, or before its first, to the table itself. */
  const step =
    (by: 1 | -1) =>
    async (request: Request<{ id: string }>, response: Response): Promise<void> => {
      const { account } = requirePerson(keys, request);
      const order = readOrder(request.query);
      const { profile, ...days } = shownReport(request);
      const clients = orderClients(pageLanguage(request), await readClients(account.id), order, new Date());
      const open = clients.filter(
        ({ id, state, path }) => id === request.params.id || (path !== undefined && state !== 'ended'),
      );
      const place = open.findIndex(({ id }) => id === request.params.id);
      const path = place < 0 ? undefined : open[place + by]?.path;
      if (path === undefined) return seeOther(request, response, PATH, orderQuery(order));
      seeOther(request, response, path, { ...days, ...orderQuery(order) });
    };

  return Router()
    .get(PATH, async (request, response) => {
      const { notices } = wordsIn(pageLanguage(request)).clients;
      await show(request, response, { notice: readNotice(notices, request) });
    })
    .get(`${PATH}/:id/next`, step(1))
    .get(`${PATH}/:id/previous`, step(-1))
    .post(PATH, acceptPersonsForm(keys, siteUrl), async (request: Request, response: Response) => {
      const { account } = requirePerson(keys, request);
      const { action, id = '', name = '' }: FormFields = request.body;
      const order = orderQuery(readOrder(request.query));
      if (action === 'remove') {
        await kept.remove(account.id, id);
        return seeOther(request, response, PATH, { ...order, notice: 'removed' });
      }
      if (action !== 'rename') throw new Problem('validation_failed', 'There is no such action.');
      const named = keptLinkName.safeParse(name.trim());
      if (!named.success) return show(request, response, { returned: { id, name } });
      await kept.rename(account.id, id, named.data);
      seeOther(request, response, PATH, { ...order, notice: 'renamed' });
    });
};
