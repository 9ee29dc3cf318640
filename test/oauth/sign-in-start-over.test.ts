import { describe, expect } from '@jest/globals';
import { type ConnectionRequest, createRequestStore } from '../../services/auth/src/connect/request-store.ts';
import { ageRequest } from '../connect/steps.ts';
import { call, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import {
  type AuthorizationRequest,
  approve,
  askByMail,
  isCode,
  type MailedSignIn,
  newSignIn,
  numberOn,
  openPage,
  parametersOf,
  pollSignInPage,
  postAddress,
  redeem,
  requestIdOf,
} from './steps.ts';

/** Simulates that time passes for the mailed request of a page. */
const ageMailedRequest = async (asked: MailedSignIn, seconds: number): Promise<void> =>
  ageRequest({ requestId: await requestIdOf(asked), set: asked.set }, seconds);

/** Simulates that time passes for a page itself. */
const ageInteraction = ({ client }: AuthorizationRequest, seconds: number) =>
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
      const first = await approve(mistyped);
      expect([first.status, first.html.includes('until you start over')]).toEqual([410, true]);
      expect(await pollSignInPage(begun)).toBe(200);
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

  proves(['C5.start_over'], 'who gives two addresses at once can use one of the mails', async () => {
    for (let round = 0; round < 10; round += 1) {
      const begun = await newSignIn();
      const emails = [newEmail(), newEmail()];
      await Promise.all(emails.map((email) => postAddress(begun, email)));
      const number = numberOn((await openPage(begun)).html);
      const approvals = emails.map(async (email) =>
        approve({ ...begun, email, number, link: linkIn(await mailTo(email)) }),
      );
      const statuses = (await Promise.all(approvals)).map(({ status }) => status);
      expect([round, ...statuses.sort()]).toEqual([round, 200, 410]);
    }
  });

  proves(['C5.start_over'], 'who approves both mails to an address is connected once', async () => {
    const begun = await newSignIn();
    const first = await askByMail(begun);
    await postAddress(begun, first.email);
    const mails = await eventually(async () => {
      const sent = await mailsTo(first.email);
      return sent.length === 2 && sent;
    }, 'the second mail');
    for (const mail of mails.toReversed()) {
      expect((await approve({ ...first, link: linkIn(mail) })).status).toBe(200);
      expect(isCode((await openPage(begun)).location)).toBe(true);
    }
    const connected = await onDatabase(async (db) => {
      const account = await db.collection('accounts').findOne({ email: first.email });
      return db.collection('connections').countDocuments({ account_id: String(account?._id) });
    });
    expect(connected).toBe(1);
  });

  proves(['C5.start_over'], 'whose account is deleted meanwhile is sent back to the assistant', async () => {
    const asked = await askByMail(await newSignIn());
    await approve(asked);
    await onDatabase((db) =>
      db
        .collection('accounts')
        .updateOne(
          { email: asked.email },
          { $set: { erasing: { since: new Date(), email_key: asked.email, done: [] } } },
        ),
    );
    const { status, location } = await openPage(asked);
    expect(status).toBe(303);
    const over = await openPage({ ...asked, location: new URL(location, asked.set.url).href });
    expect([over.status, over.html.includes('go back to your assistant and connect again')]).toEqual([
      410,
      true,
    ]);
  });

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
    expect(await pollSignInPage(asked)).toBe(200);
    await approve(asked);
    expect((await fetch(asked.link)).status).toBe(410);
    expect(isCode((await openPage(asked)).location)).toBe(true);
  });

  proves(
    ['C5.start_over'],
    'who comes after 30 minutes is told what to do, and can get a new mail',
    async () => {
      const asked = await askByMail(await newSignIn());
      await ageMailedRequest(asked, 1801);
      expect((await approve(asked)).status).toBe(410);
      expect(await pollSignInPage(asked)).toBe(204);
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
        await ageMailedRequest(asked, 1790);
        await approve(asked);
      }
      await ageMailedRequest(early, 290);
      await ageMailedRequest(late, 310);
      expect(isCode((await openPage(early)).location)).toBe(true);
      expect((await openPage(late)).html).toContain('The 30 minutes are up');
    },
  );

  proves(['C5.start_over'], 'whose page is hours old is sent back to the assistant', async () => {
    const begun = await newSignIn();
    await ageInteraction(begun, 5100);
    // Too little of its time is left for a mail.
    expect((await openPage(begun)).status).toBe(200);
    expect((await postAddress(begun, newEmail())).status).toBe(410);
    await ageInteraction(begun, 2200);
    const over = await openPage(begun);
    expect([over.status, await pollSignInPage(begun)]).toEqual([410, 204]);
    expect(over.html).toContain('go back to your assistant and connect again');
  });
});
