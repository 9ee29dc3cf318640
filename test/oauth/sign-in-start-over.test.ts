import { describe, expect } from '@jest/globals';
import { type ConnectionRequest, createRequestStore } from '../../services/auth/src/access/request-store.ts';
import { ageRequest } from '../connect/steps.ts';
import { call, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import {
  type AuthorizationRequest,
  approve,
  isCode,
  type MailedSignIn,
  newSignIn,
  numberOn,
  openPage,
  parametersOf,
  pollSignInPage,
  postAddress,
  redeem,
  requestApproval,
  requestIdOf,
} from './steps.ts';

/** Simulates that time passes for the mailed request of a page. */
const ageMailedRequest = async (mailed: MailedSignIn, seconds: number): Promise<void> =>
  ageRequest({ requestId: await requestIdOf(mailed), set: mailed.set }, seconds);

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
      const signIn = await newSignIn();
      const mistyped = await requestApproval(signIn);
      const waiting = await openPage(signIn, { query: '?language=es' });
      expect(waiting.html).toContain('?again=1&#38;language=es"');
      const again = await openPage(signIn, { query: '?again=1' });
      expect(again.html).toContain(`name="email" value="${mistyped.email}"`);
      expect(again.html).toContain('href="?again=1&#38;language=es"');
      expect(again.html).not.toContain('http-equiv="refresh"');
      expect(again.html).toContain('>Back to my number</a>');
      const refused = await postAddress(signIn, 'not an address');
      expect(refused.html).toContain('>Back to my number</a>');
      const right = await requestApproval(signIn);
      const first = await approve(mistyped);
      expect([first.status, first.html.includes('until you start over')]).toEqual([410, true]);
      expect(await pollSignInPage(signIn)).toBe(200);
      await approve(right);
      const { code } = parametersOf((await openPage(signIn)).location);
      const { body } = await redeem({ ...signIn, code: code ?? '' });
      const me = await call('GET', '/me', { token: body.access_token });
      expect(me.body.account.email).toBe(right.email);
    },
  );

  proves(
    ['C5.start_over'],
    'who starts over while the first mail is being approved does not connect by it',
    async () => {
      const signIn = await newSignIn();
      const _id = await requestIdOf(await requestApproval(signIn));
      await onDatabase(async (db) => {
        const read = await db.collection<ConnectionRequest>('connection_requests').findOne({ _id });
        await requestApproval(signIn);
        const approval = createRequestStore(db).take('approve', read as ConnectionRequest, new Date());
        expect(await approval).toBe(false);
      });
    },
  );

  proves(['C5.start_over'], 'who gives two addresses at once can use one of the mails', async () => {
    for (let round = 0; round < 10; round += 1) {
      const signIn = await newSignIn();
      const emails = [newEmail(), newEmail()];
      await Promise.all(emails.map((email) => postAddress(signIn, email)));
      const number = numberOn((await openPage(signIn)).html);
      const approvals = emails.map(async (email) =>
        approve({ ...signIn, email, number, link: linkIn(await mailTo(email)) }),
      );
      const statuses = (await Promise.all(approvals)).map(({ status }) => status);
      expect([round, ...statuses.sort()]).toEqual([round, 200, 410]);
    }
  });

  proves(['C5.start_over'], 'who approves both mails to an address is connected once', async () => {
    const signIn = await newSignIn();
    const first = await requestApproval(signIn);
    await postAddress(signIn, first.email);
    const mails = await eventually(async () => {
      const sent = await mailsTo(first.email);
      return sent.length === 2 && sent;
    }, 'the second mail');
    for (const mail of mails.toReversed()) {
      expect((await approve({ ...first, link: linkIn(mail) })).status).toBe(200);
      expect(isCode((await openPage(signIn)).location)).toBe(true);
    }
    const connected = await onDatabase(async (db) => {
      const account = await db.collection('accounts').findOne({ email: first.email });
      return db.collection('connections').countDocuments({ account_id: String(account?._id) });
    });
    expect(connected).toBe(1);
  });

  proves(['C5.start_over'], 'whose account is deleted meanwhile is sent back to the assistant', async () => {
    const mailed = await requestApproval(await newSignIn());
    await approve(mailed);
    await onDatabase((db) =>
      db
        .collection('accounts')
        .updateOne(
          { email: mailed.email },
          { $set: { erasing: { since: new Date(), email_key: mailed.email, done: [] } } },
        ),
    );
    const { status, location } = await openPage(mailed);
    expect(status).toBe(303);
    const over = await openPage({ ...mailed, location: new URL(location, mailed.set.url).href });
    expect([over.status, over.html.includes('go back to your assistant and connect again')]).toEqual([
      410,
      true,
    ]);
  });

  proves(['C5.start_over'], 'who had the mail sent twice can use either one', async () => {
    const signIn = await newSignIn();
    const first = await requestApproval(signIn);
    const second = await postAddress(signIn, first.email);
    expect(second.status).toBe(303);
    expect(numberOn((await openPage(signIn)).html)).toBe(first.number);
    expect((await approve(first)).status).toBe(200);
    expect(isCode((await openPage(signIn)).location)).toBe(true);
  });

  proves(['H13', 'C5.sign_in'], 'who opens the mail several times changes nothing', async () => {
    const mailed = await requestApproval(await newSignIn());
    await Promise.all(Array.from({ length: 5 }, () => fetch(mailed.link)));
    await fetch(mailed.link, { method: 'HEAD' });
    expect(await pollSignInPage(mailed)).toBe(200);
    await approve(mailed);
    expect((await fetch(mailed.link)).status).toBe(410);
    expect(isCode((await openPage(mailed)).location)).toBe(true);
  });

  proves(
    ['C5.start_over'],
    'who comes after 30 minutes is told what to do, and can get a new mail',
    async () => {
      const mailed = await requestApproval(await newSignIn());
      await ageMailedRequest(mailed, 1801);
      expect((await approve(mailed)).status).toBe(410);
      expect(await pollSignInPage(mailed)).toBe(204);
      const late = await openPage(mailed);
      expect(late.status).toBe(200);
      expect(late.html).toContain('The 30\u00a0minutes are up');
      expect(late.html).not.toContain('http-equiv="refresh"');
      const again = await requestApproval(mailed, mailed.email);
      await approve(again);
      expect(isCode((await openPage(again)).location)).toBe(true);
    },
  );

  proves(
    ['C5.start_over'],
    'who approved is redirected if back within five minutes, but not later',
    async () => {
      const [early, late] = [
        await requestApproval(await newSignIn()),
        await requestApproval(await newSignIn()),
      ];
      for (const mailed of [early, late]) {
        await ageMailedRequest(mailed, 1790);
        await approve(mailed);
      }
      await ageMailedRequest(early, 290);
      await ageMailedRequest(late, 310);
      expect(isCode((await openPage(early)).location)).toBe(true);
      expect((await openPage(late)).html).toContain('The 30\u00a0minutes are up');
    },
  );

  proves(['C5.start_over'], 'whose page is hours old is sent back to the assistant', async () => {
    const signIn = await newSignIn();
    await ageInteraction(signIn, 5100);
    // Too little of its time is left for a mail.
    expect((await openPage(signIn)).status).toBe(200);
    expect((await postAddress(signIn, newEmail())).status).toBe(410);
    await ageInteraction(signIn, 2200);
    const over = await openPage(signIn);
    expect([over.status, await pollSignInPage(signIn)]).toEqual([410, 204]);
    expect(over.html).toContain('go back to your assistant and connect again');
  });
});
