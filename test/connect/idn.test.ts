import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect } from '@jest/globals';
import { newSignIn, postAddress, requestApproval } from '../oauth/steps.ts';
import { newStrictClient } from '../oauth/strict-client.ts';
import { closeBrowser, visit } from '../pages/browser.ts';
import { cookieOf, followLink, open, post, requestSignInLink } from '../person/steps.ts';
import { answerApproval, call, poll, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { linkIn, mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';

/** One address: in Unicode, as A-labels, and in another case. */
const newAddresses = () => {
  const local = `anna-${randomUUID()}`;
  return [
    `${local}@почта.рф`,
    `${local}@xn--80a1acny.xn--p1ai`,
    `${local.toUpperCase()}@XN--80a1ACNY.Xn--P1ai`,
  ] as const;
};

const accountsOf = (email_key: string) =>
  onDatabase((db) => db.collection('accounts').find({ email_key }).toArray());

afterAll(closeBrowser);

describe('an address with an internationalized domain', () => {
  proves(['C4.idn', 'S5.one_account'], 'is one account, however it is written, in every form', async () => {
    const [written, asLabels, otherCase] = newAddresses();
    const request = await requestConnection({ email: written });
    const { html } = await answerApproval(request.link);
    expect(html).toContain('Approved');
    const { account } = (await poll(request)).body;
    expect(account.email).toBe(written);

    const again = await requestConnection({ email: asLabels });
    expect((await open(again.link)).html).toContain(asLabels);
    await answerApproval(again.link);
    expect((await poll(again)).body.account).toEqual(account);

    // It has an account, so that its link asks for no terms.
    const link = await requestSignInLink(otherCase);
    expect((await open(link)).html).not.toContain('name="terms"');
    const cookie = cookieOf(await followLink(link));
    expect((await open('/account', { cookie })).html).toContain(written);

    const approval = await requestApproval(await newSignIn(), asLabels);
    await answerApproval(approval.link, { terms: 'on', decision: 'approve', number: approval.number });
    expect((await accountsOf(asLabels)).map(({ _id, email }) => [_id, email])).toEqual([
      [account.id, written],
    ]);
    expect(await mailsTo(written)).toHaveLength(4);
    expect(await mailsTo(otherCase)).toHaveLength(4);
  });

  proves(['C4.idn', 'S8.per_address'], 'has three requests an hour for all of its forms', async () => {
    const [written, asLabels, otherCase] = newAddresses();
    for (const email of [written, asLabels, otherCase]) await requestConnection({ email });
    const body = { email: written, client_name: 'Test assistant' };
    expect((await call('POST', '/connect', { body })).status).toBe(429);
  });

  proves(
    ['C4.idn', 'S7.email_not_sent'],
    'whose local part is beyond ASCII is mailed by SMTPUTF8',
    async () => {
      const email = `анна-${randomUUID()}@почта.рф`;
      await requestConnection({ email });
      const [mail] = await mailsTo(email);
      expect(mail?.text).toContain('/approve/');
    },
  );

  proves(
    ['C4.idn', 'H16'],
    'is refused where a label mixes scripts, in Unicode and as A-labels',
    async () => {
      for (const email of ['ana@pаypal.com', 'ana@xn--pypal-4ve.com']) {
        const { status, body } = await call('POST', '/connect', { body: { email, client_name: 'Case' } });
        expect([status, body.issues]).toEqual([
          400,
          [
            {
              pointer: '/email',
              code: 'invalid_format',
              message: expect.stringContaining('several scripts'),
            },
          ],
        ]);
        const onPages = [await post('/signin', { email }), await postAddress(await newSignIn(), email)];
        expect(onPages.map((page) => page.status)).toEqual([400, 400]);
      }
    },
  );

  proves(
    ['C4.idn', 'S4.connect_input'],
    'has its spaces trimmed by pages, and refused with words over REST',
    async () => {
      const [written] = newAddresses();
      for (const email of [` ${written}`, `${written} `]) {
        const { status, body } = await call('POST', '/connect', { body: { email, client_name: 'Case' } });
        expect([status, body.issues[0].message]).toEqual([
          400,
          expect.stringContaining('one e-mail address'),
        ]);
        expect((await post('/signin', { email })).status).toBe(303);
        expect((await postAddress(await newSignIn(), email)).status).toBe(303);
      }
      expect(await mailsTo(written)).toHaveLength(4);
    },
  );

  proves(['C4.idn', 'C8.deletion'], 'gets through every form of a browser, as it was typed', async () => {
    const { page, close } = await visit();
    const type = (email: string) => page.locator('[name="email"]').last().fill(email);
    for (const email of [`почта-${randomUUID()}@почта.рф`, `josé-${randomUUID()}@example.com`]) {
      await page.goto(`${site.url}/`);
      await type(email);
      await page.locator('main form button').first().click();
      await page.waitForURL('**/signin?notice=sent*');
      await page.goto(linkIn(await mailTo(email)));
      await page.locator('[name="terms"]').check();
      await page.locator('form.panel button').click();
      await page.waitForURL('**/report');
      await page.goto(`${site.url}/account`);
      await type(email);
      await page.locator('form[action^="/account/delete"] button').click();
      await page.waitForURL('**/?notice=deleted*');

      const { address, callback } = await newStrictClient();
      await page.goto(address);
      await type(email);
      await page.locator('main form button').click();
      await page.locator('#number').waitFor();
      callback.close();
      expect((await mailsTo(email)).length).toBe(2);
    }
    for (const wrong of ['nobody', 'почта@почта', 'a@b.cc, c@d.ee']) {
      await page.goto(`${site.url}/signin`);
      await type(wrong);
      await page.locator('main form button').click();
      expect(await page.locator('#email-error').textContent()).toContain('ana@example.org');
      expect(await page.locator('[name="email"]').inputValue()).toBe(wrong);
    }
    await close();
  });
});
