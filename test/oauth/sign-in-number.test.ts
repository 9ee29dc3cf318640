import { describe, expect } from '@jest/globals';
import { type ConnectionRequest, createRequestStore } from '../../services/auth/src/access/request-store.ts';
import { answerApproval, call, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import {
  approve,
  authorize,
  isCode,
  newClient,
  newSignIn,
  openPage,
  parametersOf,
  pollSignInPage,
  requestApproval,
  requestIdOf,
} from './steps.ts';

const wrongFor = (number: string): string => (number === '99' ? '10' : '99');

describe('the number', () => {
  proves(['C5.number'], 'entered wrong changes nothing, and can be corrected', async () => {
    const mailed = await requestApproval(await newSignIn());
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, html } = await approve(mailed, { number: wrongFor(mailed.number) });
      expect(status).toBe(400);
      expect(html).toContain('id="number-error"');
      expect(html.includes('One more wrong number ends this request')).toBe(tries === 1);
      expect(await pollSignInPage(mailed)).toBe(200);
    }
    expect((await approve(mailed)).status).toBe(200);
    expect(isCode((await openPage(mailed)).location)).toBe(true);
  });

  proves(['C5.number'], 'entered wrong three times ends the request as denied', async () => {
    const mailed = await requestApproval(await newSignIn());
    const wrong = { number: wrongFor(mailed.number) };
    await approve(mailed, wrong);
    await approve(mailed, wrong);
    const third = await approve(mailed, wrong);
    expect([third.status, third.html.includes('That was not the number')]).toEqual([200, true]);
    const again = await approve(mailed);
    expect([again.status, again.html.includes('The number was wrong three times')]).toEqual([410, true]);
    expect(await pollSignInPage(mailed)).toBe(204);
    expect(parametersOf((await openPage(mailed)).location).error).toBe('access_denied');
  });

  proves(['C5.number'], 'allows three guesses, however many come at once', async () => {
    const mailed = await requestApproval(await newSignIn());
    const wrong = { number: wrongFor(mailed.number) };
    const guesses = await Promise.all(Array.from({ length: 20 }, () => approve(mailed, wrong)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([200, 400, 400, ...Array(17).fill(410)]);
    expect((await approve(mailed)).status).toBe(410);
  });

  proves(
    ['C5.number'],
    'entered right does not approve what was read before a wrong one was counted',
    async () => {
      const _id = await requestIdOf(await requestApproval(await newSignIn()));
      await onDatabase(async (db) => {
        const requests = createRequestStore(db);
        const read = await db.collection<ConnectionRequest>('connection_requests').findOne({ _id });
        expect(await requests.noteWrongNumber(read as ConnectionRequest, new Date())).toBe(2);
        expect(await requests.take('approve', read as ConnectionRequest, new Date())).toBe(false);
      });
    },
  );

  proves(
    ['C5.number', 'C4.terms'],
    'left empty is requested again and not counted; terms are checked first',
    async () => {
      const mailed = await requestApproval(await newSignIn());
      for (let tries = 0; tries < 5; tries += 1) {
        const { status, html } = await approve(mailed, { number: '' });
        expect([status, html.includes('Type the number')]).toEqual([400, true]);
      }
      for (let tries = 0; tries < 5; tries += 1) {
        const withoutTerms = await answerApproval(mailed.link, {
          decision: 'approve',
          number: wrongFor(mailed.number),
        });
        expect([withoutTerms.status, withoutTerms.html.includes('id="terms-error"')]).toEqual([400, true]);
        expect(withoutTerms.html).toContain(`name="number" value="${wrongFor(mailed.number)}"`);
      }
      expect((await approve(mailed, { number: ` ${mailed.number} ` })).status).toBe(200);
    },
  );

  proves(['C5.number'], 'is not known before the mail is sent: it is of the address, too', async () => {
    const signIn = await newSignIn();
    expect((await openPage(signIn)).html).not.toContain('id="number"');
    const numbers = new Set<string>();
    for (let addresses = 0; addresses < 4; addresses += 1)
      numbers.add((await requestApproval(signIn)).number);
    // By chance all four are the same in one of 729,000 runs.
    expect(numbers.size).toBeGreaterThan(1);
  });

  proves(['C5.number', 'H16'], 'is shown again as typed, escaped', async () => {
    const mailed = await requestApproval(await newSignIn());
    const { html } = await answerApproval(mailed.link, { decision: 'approve', number: '"><b>7' });
    expect(html).toContain('value="&#34;&#62;&#60;b&#62;7"');
  });

  proves(['C5.number'], 'is not requested where an assistant polls', async () => {
    const email = newEmail();
    await call('POST', '/connect', { body: { email, client_name: 'Polls' } });
    const [mail] = await mailsTo(email);
    const page = await (await fetch(linkIn(mail as NonNullable<typeof mail>))).text();
    expect(page).not.toContain('name="number"');
  });

  proves(
    ['C5.number'],
    'is the same for every mail to an address, and known for no other before',
    async () => {
      const page = await newSignIn();
      const first = await requestApproval(page);
      expect((await requestApproval(page, first.email)).number).toBe(first.number);
      const others = [];
      // Of seven, all are the same by chance once in 90 ** 6 runs.
      for (let count = 0; count < 6; count += 1) others.push((await requestApproval(page)).number);
      expect(others.some((number) => number !== first.number)).toBe(true);
    },
  );

  proves(['C5.number'], 'cannot be told by a client that changes its name once it is known', async () => {
    const client = await newClient({ client_name: 'Companion' });
    const first = await requestApproval(await authorize(client));
    const metadata = { 'metadata.client_name': `Your number is ${first.number}` };
    const { matchedCount } = await onDatabase((db) =>
      db.collection<{ _id: string }>('oauth_clients').updateOne({ _id: client.id }, { $set: metadata }),
    );
    expect(matchedCount).toBe(1);
    expect((await openPage(await authorize(client))).html).toContain('Your number is');
    const second = await requestApproval(first, first.email);
    expect(second.number).toBe(first.number);
    expect((await mailTo(first.email)).text).not.toContain('Your number is');
    const page = await (await fetch(second.link)).text();
    expect([page.includes('Companion'), page.includes('Your number is')]).toEqual([true, false]);
  });

  proves(['C5.number'], 'is announced in the mail, which says nothing of four characters', async () => {
    const mailed = await requestApproval(await newSignIn());
    const [mail] = await mailsTo(mailed.email);
    expect(mail?.text).toContain('two-digit number on the page where you began');
    expect(mail?.text).not.toContain('four characters');
    // The client's name, the link and the date contain other digits.
    const lines = mail?.text.split('\n').filter((line) => !/calls itself|https?:|UTC/.test(line));
    expect(lines?.join('\n')).not.toContain(mailed.number);
  });
});
