import { describe, expect } from '@jest/globals';
import { type ConnectionRequest, createRequestStore } from '../../services/auth/src/connect/request-store.ts';
import { answerApproval, call, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { linkIn, mailsTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import {
  approve,
  askByMail,
  isCode,
  newSignIn,
  openPage,
  parametersOf,
  pollSignInPage,
  requestIdOf,
} from './steps.ts';

const wrongFor = (number: string): string => (number === '99' ? '10' : '99');

describe('the number', () => {
  proves(['C5.number'], 'entered wrong changes nothing, and can be corrected', async () => {
    const asked = await askByMail(await newSignIn());
    for (let tries = 0; tries < 2; tries += 1) {
      const { status, html } = await approve(asked, { number: wrongFor(asked.number) });
      expect(status).toBe(400);
      expect(html).toContain('id="number-error"');
      expect(html.includes('One more wrong number ends this request')).toBe(tries === 1);
      expect(await pollSignInPage(asked)).toBe(200);
    }
    expect((await approve(asked)).status).toBe(200);
    expect(isCode((await openPage(asked)).location)).toBe(true);
  });

  proves(['C5.number'], 'entered wrong three times ends the request as denied', async () => {
    const asked = await askByMail(await newSignIn());
    const wrong = { number: wrongFor(asked.number) };
    await approve(asked, wrong);
    await approve(asked, wrong);
    const third = await approve(asked, wrong);
    expect([third.status, third.html.includes('That was not the number')]).toEqual([200, true]);
    const again = await approve(asked);
    expect([again.status, again.html.includes('The number was wrong three times')]).toEqual([410, true]);
    expect(await pollSignInPage(asked)).toBe(204);
    expect(parametersOf((await openPage(asked)).location).error).toBe('access_denied');
  });

  proves(['C5.number'], 'allows three guesses, however many come at once', async () => {
    const asked = await askByMail(await newSignIn());
    const wrong = { number: wrongFor(asked.number) };
    const guesses = await Promise.all(Array.from({ length: 20 }, () => approve(asked, wrong)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([200, 400, 400, ...Array(17).fill(410)]);
    expect((await approve(asked)).status).toBe(410);
  });

  proves(
    ['C5.number'],
    'entered right does not approve what was read before a wrong one was counted',
    async () => {
      const _id = await requestIdOf(await askByMail(await newSignIn()));
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
      const asked = await askByMail(await newSignIn());
      for (let tries = 0; tries < 5; tries += 1) {
        const { status, html } = await approve(asked, { number: '' });
        expect([status, html.includes('Type the number')]).toEqual([400, true]);
      }
      for (let tries = 0; tries < 5; tries += 1) {
        const withoutTerms = await answerApproval(asked.link, {
          decision: 'approve',
          number: wrongFor(asked.number),
        });
        expect([withoutTerms.status, withoutTerms.html.includes('id="terms-error"')]).toEqual([400, true]);
        expect(withoutTerms.html).toContain(`name="number" value="${wrongFor(asked.number)}"`);
      }
      expect((await approve(asked, { number: ` ${asked.number} ` })).status).toBe(200);
    },
  );

  proves(['C5.number'], 'is not known before the mail is sent: it is of the address, too', async () => {
    const begun = await newSignIn();
    expect((await openPage(begun)).html).not.toContain('id="number"');
    const numbers = new Set<string>();
    for (let addresses = 0; addresses < 4; addresses += 1) numbers.add((await askByMail(begun)).number);
    // By chance all four are the same in one of 729,000 runs.
    expect(numbers.size).toBeGreaterThan(1);
  });

  proves(['C5.number', 'H16'], 'is shown again as typed, escaped', async () => {
    const asked = await askByMail(await newSignIn());
    const { html } = await answerApproval(asked.link, { decision: 'approve', number: '"><b>7' });
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
      const first = await askByMail(page);
      expect((await askByMail(page, first.email)).number).toBe(first.number);
      const others = [];
      // Of seven, all are the same by chance once in 90 ** 6 runs.
      for (let count = 0; count < 6; count += 1) others.push((await askByMail(page)).number);
      expect(others.some((number) => number !== first.number)).toBe(true);
    },
  );

  proves(['C5.number'], 'is announced in the mail, which says nothing of four characters', async () => {
    const asked = await askByMail(await newSignIn());
    const [mail] = await mailsTo(asked.email);
    expect(mail?.text).toContain('two-digit number on the page where you began');
    expect(mail?.text).not.toContain('four characters');
    // The client's name, the link and the date contain other digits.
    const told = mail?.text.split('\n').filter((line) => !/calls itself|https?:|UTC/.test(line));
    expect(told?.join('\n')).not.toContain(asked.number);
  });
});
