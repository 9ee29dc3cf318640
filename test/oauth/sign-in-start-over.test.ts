import { describe, expect } from '@jest/globals';
import { type ConnectionRequest, createRequestStore } from '../../services/auth/src/connect/request-store.ts';
import { letTimePass as letTimePassFor, onDatabase } from '../connect/steps.ts';
import { call, newEmail } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import {
  type Asked,
  approve,
  askByMail,
  type Begun,
  isCode,
  look,
  newSignIn,
  numberOn,
  openPage,
  parametersOf,
  postAddress,
  redeem,
  requestIdOf,
} from './steps.ts';

/** Lets time pass for what was mailed from one page. */
const letTimePass = async (asked: Asked, seconds: number): Promise<void> =>
  letTimePassFor({ requestId: await requestIdOf(asked), set: asked.set }, seconds);

/** Lets time pass for a page itself. */
const letPageAge = ({ client }: Begun, seconds: number) =>
  onDatabase((db) =>
    db
      .collection('oauth_artifacts')
      .updateMany(
        { kind: 'Interaction', 'payload.params.client_id': client.id },
        { $inc: { 'payload.exp': -seconds } },
      ),
  );

describe('a person', () => {
  proves(
    ['C5.start_over'],
    'who gave a wrong address starts over, and its mail is worth nothing any more',
    async () => {
      const begun = await newSignIn();
      const mistyped = await askByMail(begun);
      const again = await openPage(begun, { query: '?again=1' });
      expect(again.html).toContain('name="email"');
      expect(again.html).not.toContain('http-equiv="refresh"');
      const right = await askByMail(begun);
      expect((await approve(mistyped)).status).toBe(410);
      expect(await look(begun)).toBe(200);
      await approve(right);
      const { code } = parametersOf((await openPage(begun)).location);
      const { body } = await redeem({ ...begun, code: code ?? '' });
      const me = await call('GET', '/me', { token: body.access_token });
      expect(me.body.account.email).toBe(right.email);
    },
  );

  proves(
    ['C5.start_over'],
    'who starts over while that mail is being approved connects nothing by it',
    async () => {
      const begun = await newSignIn();
      const _id = await requestIdOf(await askByMail(begun));
      await onDatabase(async (db) => {
        const read = await db.collection<ConnectionRequest>('connection_requests').findOne({ _id });
        await askByMail(begun);
        const approval = createRequestStore(db).take('approve', read as ConnectionRequest, new Date());
        expect(await approval).toBe(false);
      });
    },
  );

  proves(['C5.start_over'], 'who had it sent twice can use either mail', async () => {
    const begun = await newSignIn();
    const first = await askByMail(begun);
    const second = await postAddress(begun, first.email);
    expect(second.status).toBe(303);
    expect(numberOn((await openPage(begun)).html)).toBe(first.number);
    expect((await approve(first)).status).toBe(200);
    expect(isCode((await openPage(begun)).location)).toBe(true);
  });

  proves(['H13', 'C5.sign_in'], 'who opens the mail twice changes nothing by it', async () => {
    const asked = await askByMail(await newSignIn());
    await Promise.all(Array.from({ length: 5 }, () => fetch(asked.link)));
    await fetch(asked.link, { method: 'HEAD' });
    expect(await look(asked)).toBe(200);
    await approve(asked);
    expect((await fetch(asked.link)).status).toBe(410);
    expect(isCode((await openPage(asked)).location)).toBe(true);
  });

  proves(
    ['C5.start_over'],
    'who comes after 30 minutes is told what to do, and can have a new mail',
    async () => {
      const asked = await askByMail(await newSignIn());
      await letTimePass(asked, 1801);
      expect((await approve(asked)).status).toBe(410);
      expect(await look(asked)).toBe(204);
      const late = await openPage(asked);
      expect(late.status).toBe(200);
      expect(late.html).toContain('The 30 minutes are over');
      expect(late.html).not.toContain('http-equiv="refresh"');
      const again = await askByMail(asked, asked.email);
      await approve(again);
      expect(isCode((await openPage(again)).location)).toBe(true);
    },
  );

  proves(
    ['C5.start_over'],
    'who approved and came back within five minutes is led on, later is not',
    async () => {
      const [early, late] = [await askByMail(await newSignIn()), await askByMail(await newSignIn())];
      for (const asked of [early, late]) {
        await letTimePass(asked, 1790);
        await approve(asked);
      }
      await letTimePass(early, 290);
      await letTimePass(late, 310);
      expect(isCode((await openPage(early)).location)).toBe(true);
      expect((await openPage(late)).html).toContain('The 30 minutes are over');
    },
  );

  proves(['C5.start_over'], 'whose page is hours old is sent back to the assistant', async () => {
    const begun = await newSignIn();
    await letPageAge(begun, 5100);
    // Too little is left of it for a mail.
    expect((await openPage(begun)).status).toBe(200);
    expect((await postAddress(begun, newEmail())).status).toBe(410);
    await letPageAge(begun, 2200);
    const over = await openPage(begun);
    expect([over.status, await look(begun)]).toEqual([410, 204]);
    expect(over.html).toContain('go back to your assistant and connect again');
  });
});
