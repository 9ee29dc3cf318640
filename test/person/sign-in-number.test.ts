import { afterAll, describe, expect } from '@jest/globals';
import { hashSecret } from 'shared/process/keys.ts';
import { numberOn } from '../oauth/steps.ts';
import { accessibilityFindings, closeBrowser, LANGUAGES, PHONE, visit } from '../pages/browser.ts';
import { csrfIn, newConnection, newEmail } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import {
  askingCookieOf,
  cookieOf,
  isSignedIn,
  open,
  type PageAnswer,
  post,
  requestSignInLink,
} from './steps.ts';

afterAll(closeBrowser);

const SENT = '/signin?notice=sent';

/** Has a link mailed; returns what the asking browser holds and shows. */
const ask = async (email = newEmail()) => {
  const link = await requestSignInLink(email);
  const cookie = askingCookieOf(link);
  const { html } = await open(SENT, { cookie });
  return { email, link, cookie, number: numberOn(html) };
};

/** Presses a button of the link's page in another browser, as a mail app opens it. */
const press = async (link: string, fields: Record<string, string>): Promise<PageAnswer> => {
  const { html } = await open(link, { elsewhere: true });
  return post(link, { csrf: csrfIn(html), terms: 'on', ...fields }, { elsewhere: true });
};

const wrong = (number: string) => String(10 + ((Number(number) - 9) % 90));

const usedAt = (link: string) =>
  onDatabase(async (db) => {
    const links = db.collection<{ _id: string; used_at: Date | null }>('sign_in_links');
    return (await links.findOne({ _id: hashSecret(link.split('/').at(-1) ?? '') }))?.used_at;
  });

describe('a sign-in link in another browser than the one that asked', () => {
  proves(['C4.number'], 'asks for the number that the asking page alone shows', async () => {
    const { link, cookie, number } = await ask();
    const { html } = await open(link, { elsewhere: true });
    expect(html).toContain('name="number"');
    expect(html).not.toContain(`>${number}<`);
    expect(html).toMatch(/name="where" value="here".*name="where" value="there"/s);
    // The browser that asked needs neither.
    const own = await open(link, { cookie });
    expect(own.html).not.toMatch(/name="(number|where)"/);
    expect((await open(SENT)).html).not.toContain('id="number"');
  });

  proves(
    ['C4.number', 'H13'],
    'uses nothing up when its buttons are pressed without the number',
    async () => {
      const { link, cookie } = await ask();
      for (const fields of [{}, { where: 'here' }, { where: 'there' }, { where: 'here', number: ' ' }]) {
        const answer = await press(link, fields);
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
        expect(answer.html).toContain('id="number-error"');
      }
      expect(await usedAt(link)).toBeNull();
      expect((await open(SENT, { cookie, method: 'HEAD' })).status).toBe(200);
      const answer = await post(link, { csrf: csrfIn((await open(link)).html), terms: 'on' });
      expect(answer.status).toBe(303);
    },
  );

  proves(['C4.number', 'C4.sign_in'], 'signs in here with the number', async () => {
    const { link, cookie, number } = await ask();
    const answer = await press(link, { number: ` ${number} `, where: 'here' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/report']);
    expect(await isSignedIn({ cookie: cookieOf(answer) })).toBe(true);
    // The page that waits does not go on, and no longer waits.
    expect((await open(SENT, { cookie, method: 'HEAD' })).status).toBe(204);
    const waiting = await open(SENT, { cookie });
    expect([waiting.status, waiting.headers.getSetCookie()]).toEqual([200, []]);
    expect(waiting.html).not.toContain('id="number"');
  });

  proves(['C4.number'], 'signs in there, once, where the page that waits goes on by itself', async () => {
    const { email } = await newConnection();
    for (const address of [email, newEmail()]) {
      const { link, cookie, number } = await ask(address);
      expect((await open(SENT, { cookie, method: 'HEAD' })).status).toBe(200);
      const answer = await press(link, { number, where: 'there' });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      expect(answer.html).toContain('You are signed in where you asked');
      expect((await open(SENT, { cookie: `asked=${'x'.repeat(43)}` })).status).toBe(200);
      expect((await open(SENT, { cookie, method: 'HEAD' })).status).toBe(204);
      const there = await Promise.all([1, 2, 3].map(() => open(SENT, { cookie })));
      expect(there.map(({ status }) => status).sort()).toEqual([200, 200, 303]);
      const [signedIn] = there.filter(({ status }) => status === 303);
      expect(signedIn?.headers.get('location')).toBe('/report');
      const page = await open('/account', { cookie: cookieOf(signedIn as PageAnswer) });
      expect(page.html).toContain(address);
      expect((await open(SENT, { cookie })).headers.getSetCookie()).toEqual([]);
    }
  });

  proves(['C4.number'], 'leads there to the page that was asked for, for five minutes', async () => {
    const email = newEmail();
    const cookie = cookieOf(await post('/signin?return_to=%2Faccount', { email }));
    const link = linkIn(await mailTo(email));
    const number = numberOn((await open(`${SENT}&return_to=%2Faccount`, { cookie })).html);
    await press(link, { number, where: 'there' });
    const _id = hashSecret(link.split('/').at(-1) ?? '');
    const handedOver = (until: Date) =>
      onDatabase((db) =>
        db
          .collection<{ _id: string }>('sign_in_links')
          .updateOne({ _id }, { $set: { 'handed_over.until': until } }),
      );
    await handedOver(new Date());
    expect((await open(SENT, { cookie })).status).toBe(200);
    await handedOver(new Date(Date.now() + 300_000));
    expect((await open(SENT, { cookie })).headers.get('location')).toBe('/account');
  });

  proves(['C4.number'], 'is over at the third wrong number, and says so', async () => {
    const { link, number, cookie } = await ask();
    const errors = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const { status, html } = await press(link, { number: wrong(number), where: 'here' });
      errors.push([status, /One more wrong number/.test(html)]);
    }
    expect(errors).toEqual([
      [400, false],
      [400, true],
      [410, false],
    ]);
    for (const answer of [await press(link, { number, where: 'here' }), await open(link, { cookie })]) {
      expect(answer.status).toBe(410);
      expect(answer.html).toContain('The number was wrong three times');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await usedAt(link)).toBeNull();
  });

  proves(['C4.number'], 'has no more than three wrong numbers when they come at once', async () => {
    const { link, number } = await ask();
    const csrf = csrfIn((await open(link, { elsewhere: true })).html);
    const fields = { csrf, terms: 'on', number: wrong(number), where: 'here' };
    await Promise.all(Array.from({ length: 12 }, () => post(link, fields, { elsewhere: true })));
    const answer = await press(link, { number, where: 'here' });
    // Those that met another changed nothing, so that there may have been fewer than three.
    const { asked } = (await onDatabase((db) =>
      db.collection<{ _id: string; asked: { wrong_numbers: number } }>('sign_in_links').findOne({
        _id: hashSecret(link.split('/').at(-1) ?? ''),
      }),
    )) as { asked: { wrong_numbers: number } };
    expect(asked.wrong_numbers).toBeLessThanOrEqual(3);
    expect(answer.status).toBe(asked.wrong_numbers === 3 ? 410 : 303);
  });

  proves(
    ['C4.number', 'C4.sign_in'],
    'has the same number for each mail of a browser to an address',
    async () => {
      const first = await ask();
      await post('/signin', { email: first.email.toUpperCase() }, { cookie: first.cookie });
      const second = linkIn(await mailTo(first.email));
      expect(second).not.toBe(first.link);
      expect(numberOn((await open(SENT, { cookie: first.cookie })).html)).toBe(first.number);
      expect((await press(first.link, { number: first.number, where: 'there' })).status).toBe(200);
      expect((await open(SENT, { cookie: first.cookie })).status).toBe(303);
    },
  );

  for (const javaScriptEnabled of [true, false])
    proves(
      ['C4.number', 'C8.accessible', 'C8.languages'],
      `brings the page that waits on by itself, ${javaScriptEnabled ? 'with' : 'without'} JavaScript, on a phone`,
      async () => {
        for (const language of javaScriptEnabled ? LANGUAGES : ['en' as const]) {
          const asking = await visit({ viewport: PHONE, javaScriptEnabled });
          const email = newEmail();
          await asking.page.goto(`${site.url}/signin?language=${language}`);
          await asking.page.locator('[name="email"]').fill(email);
          await asking.page.locator('main form button').click();
          await asking.page.waitForURL('**/signin?notice=*');
          const number = await asking.page.locator('#number').textContent();
          const mailApp = await visit({ viewport: PHONE, javaScriptEnabled });
          await mailApp.page.goto(`${linkIn(await mailTo(email))}?language=${language}`);
          if (javaScriptEnabled)
            for (const { page } of [asking, mailApp]) {
              expect([language, ...(await accessibilityFindings(page))]).toEqual([language]);
              expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
            }
          await mailApp.page.locator('[name="number"]').fill(number ?? '');
          await mailApp.page.locator('[name="terms"]').check();
          await mailApp.page.locator('[name="where"][value="there"]').click();
          await asking.page.waitForURL(/\/(report|account\/profiles)/, { timeout: 15_000 });
          await eventually(async () => (await mailApp.page.locator('h1').count()) === 1, 'the page there');
          for (const { complaints, close } of [asking, mailApp]) {
            expect(complaints).toEqual([]);
            await close();
          }
        }
      },
    );
});
