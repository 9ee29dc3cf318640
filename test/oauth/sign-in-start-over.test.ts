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

/** Simulates that time passes for the mailed request of a page. */
const letTimePass = async (asked: Asked, seconds: number): Promise<void> =>
  letTimePassFor({ requestId: await requestIdOf(asked), set: asked.set }, seconds);

/** Simulates that time passes for a page itself. */
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
    'who gave a wrong address can start over, and the first mail becomes useless',
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
    'who starts over while the first mail is being approved does not connect by it',
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

  proves(['C5.start_over'], 'who had the mail sent twice can use either one', async () => {
    const begun = await newSignIn();
    const first = await askByMail(begun);
    const second = await postAddress(begun, first.email);
    expect(second.status).toBe(303);
    expect(numberOn((await openPage(begun)).html)).toBe(first.number);
    expect((await approve(first)).status).toBe(200);
    expect(isCode((await openPage(begun)).location)).toBe(true);
  });

  proves(['H13', 'C5.sign_in'], 'who opens the mail several times changes nothing', async () => {
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
    'who comes after 30 minutes is told what to do, and can get a new mail',
    async () => {
      const asked = await askByMail(await newSignIn());
      await letTimePass(asked, 1801);
      expect((await approve(asked)).status).toBe(410);
      expect(await look(asked)).toBe(204);
      const late = await openPage(asked);
      expect(late.status).toBe(200);
      expect(late.html).toContain('The 30 minutes are up');
      expect(late.html).not.toContain('http-equiv="refresh"');
      const again = await askByMail(asked, asked.email);
      await approve(again);
      expect(isCode((await openPage(again)).location)).toBe(true);
    },
  );

  proves(
    ['C5.start_over'],
    'who approved is redirected if back within five minutes, but not later',
    async () => {
      const [early, late] = [await askByMail(await newSignIn()), await askByMail(await newSignIn())];
      for (const asked of [early, late]) {
        await letTimePass(asked, 1790);
        await approve(asked);
      }
      await letTimePass(early, 290);
      await letTimePass(late, 310);
      expect(isCode((await openPage(early)).location)).toBe(true);
      expect((await openPage(late)).html).toContain('The 30 minutes are up');
    },
  );

  proves(['C5.start_over'], 'whose page is hours old is sent back to the assistant', async () => {
    const begun = await newSignIn();
    await letPageAge(begun, 5100);
    // Too little of its time is left for a mail.
    expect((await openPage(begun)).status).toBe(200);
    expect((await postAddress(begun, newEmail())).status).toBe(410);
    await letPageAge(begun, 2200);
    const over = await openPage(begun);
    expect([over.status, await look(begun)]).toEqual([410, 204]);
    expect(over.html).toContain('go back to your assistant and connect again');
  });
});
