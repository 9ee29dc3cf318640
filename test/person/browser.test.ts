import { afterAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import {
  accessibilityFindings,
  closeBrowser,
  LANGUAGES,
  PHONE,
  visit,
  waitForHeading,
} from '../pages/browser.ts';
import { meal } from '../rest/samples.ts';
import { call, newConnection, newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callAs, newPerson, type Person, visitAs } from './diary-person.ts';
import { followLink, open, post, requestSignInLink, signIn } from './steps.ts';

afterAll(closeBrowser);

describe('the pages of a person', () => {
  const LONG = 'An assistant with a name that is as long as names may be, or at least nearly so';

  /** A person with content on every page. */
  const newFullPerson = async (): Promise<Person> => {
    const person = await newPerson({ clientName: LONG });
    await newConnection({ email: person.email, clientName: 'Another', scopes: ['reports:read'] });
    for (let times = 0; times < 26; times += 1) await callAs(person, 'GET', '/me');
    await call('DELETE', '/meals/meal_x', { token: person.token });
    await callAs(person, 'PUT', '/days/2026-10-04/activity', { steps: 8400, workouts: [{ type: 'Run' }] });
    await callAs(person, 'POST', '/share-links', { expires_in_days: 30 });
    await callAs(person, 'POST', '/share-links', {});
    await signIn(person.email);
    await eventually(
      async () => (await open('/account', person)).html.includes('before='),
      'the calls to be logged',
    );
    return person;
  };

  /** The URL of every page; `/`, `/terms` and `/privacy` are tested with the public pages. */
  const pagesOf = async (person: Person): Promise<string[]> => {
    const used = await requestSignInLink(newEmail());
    await followLink(used);
    const recorded = await callAs(person, 'POST', '/meals', { ...meal, description: 'x'.repeat(80) });
    const other = await callAs(person, 'POST', '/profiles', { name: 'x'.repeat(60) });
    return [
      '/?notice=deleted',
      '/signin?notice=signed_out',
      '/signin?notice=sent',
      await requestSignInLink(newEmail()),
      used,
      '/signin/unknown',
      '/report',
      '/report?period=daily&notice=deleted',
      `/report/records/meal/${recorded.id}/delete?period=daily`,
      '/account',
      '/account?notice=wrong_address',
      '/account?client_name=Another&notice=disconnected',
      '/account/profiles?notice=saved&opened=0',
      `/account/profiles/${other.id}/delete`,
      '/account/links?notice=created',
      '/account/download',
    ].map((address) => new URL(address, site.url).href);
  };

  const inLanguage = (address: string, language: string): string => {
    const url = new URL(address);
    url.searchParams.set('language', language);
    return url.href;
  };

  proves(
    ['C8.accessible', 'C8.account', 'C8.landing', 'C8.languages', 'C8.assets'],
    'have no accessibility fault and no sideways scrolling on a phone, in light and dark mode',
    async () => {
      const person = await newFullPerson();
      const { page, complaints, origins, close } = await visitAs(person, {
        viewport: PHONE,
        reducedMotion: 'reduce',
      });
      for (const address of await pagesOf(person))
        for (const language of LANGUAGES) {
          const answer = await page.goto(inLanguage(address, language));
          // Chromium itself logs every status of 400 or more.
          if (answer?.ok()) expect(complaints).toEqual([]);
          complaints.length = 0;
          expect(await page.locator('html').getAttribute('lang')).toBe(language);
          // Texts are equally long in dark mode.
          for (const colorScheme of language === 'en' ? (['dark', 'light'] as const) : (['light'] as const)) {
            await page.emulateMedia({ colorScheme });
            const isWide = 'document.documentElement.scrollWidth > innerWidth';
            const place = [address, language, colorScheme];
            expect([...place, await page.evaluate(isWide)]).toEqual([...place, false]);
            if (language === 'en') expect([...place, ...(await accessibilityFindings(page))]).toEqual(place);
          }
        }
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([site.url]);
      await close();
    },
  );

  proves(['C8.accessible', 'H18'], 'are valid HTML with the strict policy in every language', async () => {
    const person = await newFullPerson();
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: {
        // A title contains the name that the person chose; no search engine lists it.
        'long-title': 'off',
        // Boxes of one question have one name, and so has the field that says that it was asked.
        'form-dup-name': 'off',
      },
    });
    for (const address of await pagesOf(person))
      for (const language of LANGUAGES) {
        const { headers, html } = await open(inLanguage(address, language), person);
        const report = await validator.validateString(html);
        expect([address, ...report.results.flatMap(({ messages }) => messages)]).toEqual([address]);
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/assets\/)/);
      }
  });

  proves(['C8.landing', 'S5.one_account'], 'include a landing page for newcomers', async () => {
    const { html } = await open('/');
    for (const address of ['/mcp', '/api/v1']) expect(html).toContain(`value="${site.url}${address}"`);
    expect(html).toContain(`Please read ${site.url}/connect.md`);
    expect(html).toContain('action="/signin?language=en"');
    const person = await signIn();
    const signedIn = await open('/', person);
    expect(signedIn.html).toContain('Welcome back');
    expect(signedIn.html).toContain(`My e-mail address is ${person.email}`);
    expect(signedIn.html).not.toContain('action="/signin');
  });

  proves(['C8.languages'], 'keep the chosen language from page to page', async () => {
    const person = await signIn();
    const { page, close } = await visitAs(person);
    await page.goto(`${site.url}/report`);
    await page.getByRole('link', { name: 'Русский' }).click();
    await page.getByRole('link', { name: 'Дневники' }).click();
    await waitForHeading(page, 'Дневники');
    await page.getByRole('link', { name: 'Ссылки' }).click();
    await waitForHeading(page, 'Ссылки на отчёты');
    await close();
  });

  proves(['C8.accessible'], 'keep sign-out apart from the links when letters are large', async () => {
    // The width of a phone at twice the usual letter size.
    const { page, close } = await visitAs(await signIn(), { viewport: { width: 195, height: 400 } });
    for (const language of LANGUAGES) {
      await page.goto(`${site.url}/account/links?language=${language}`);
      const wayOut = await page.locator('header form').boundingBox();
      for (const link of await page.locator('header a').all()) {
        const box = await link.boundingBox();
        if (!wayOut || !box) throw new Error('the header lacks a link');
        const apart =
          box.x + box.width <= wayOut.x ||
          box.y + box.height <= wayOut.y ||
          wayOut.y + wayOut.height <= box.y;
        expect([language, await link.textContent(), apart]).toEqual([language, expect.any(String), true]);
      }
    }
    await close();
  });

  proves(['C8.sent_twice', 'C4.sign_in'], 'send a form once where its button is tapped twice', async () => {
    const { page, complaints, close } = await visit();
    const network = await page.context().newCDPSession(page);
    const setLatency = (latency: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
    // The second tap comes before the answer to the first.
    const tapTwice = (selector: string) =>
      page.evaluate(`{
        const button = document.querySelector(${JSON.stringify(selector)});
        button.click();
        setTimeout(() => button.click(), 200);
      }`);
    const email = newEmail();
    await page.goto(`${site.url}/signin`);
    await page.locator('[name="email"]').fill(email);
    await page.locator('main form button').click();
    await page.waitForURL('**/signin?notice=*');
    await page.goto(linkIn(await mailTo(email)));
    await page.locator('[name="terms"]').check();
    await setLatency(500);
    await tapTwice('form.panel button');
    await page.waitForURL('**/report');
    await page.goto(`${site.url}/account`);
    await page.locator('form[action^="/account/delete"] [name="email"]').fill(email);
    await tapTwice('form[action^="/account/delete"] button');
    await page.waitForURL('**/?notice=deleted*');
    await page.goto(`${site.url}/signin`);
    await page.locator('[name="email"]').fill(newEmail());
    await page.evaluate(`{
      const field = document.querySelector('[name="email"]');
      field.form.requestSubmit();
      stop();
      field.value = ${JSON.stringify(newEmail())};
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form.requestSubmit();
    }`);
    await page.waitForURL('**/signin?notice=*');
    expect(complaints).toEqual([]);
    await close();
  });

  proves(['C8.sent_twice'], 'send a form after a choice that was shown already', async () => {
    const person = await newPerson({ clientName: 'One' });
    const another = await newConnection({ email: person.email, clientName: 'Another' });
    for (const { token } of [person, another]) await call('GET', '/me', { token });
    await eventually(
      async () => (await open('/account', person)).html.includes('id="client_name"'),
      'the calls of both to be logged',
    );
    const { page, close } = await visitAs(person);
    await page.goto(`${site.url}/account?language=en&client_name=#calls`);
    // The browser stays on the page, whose address that is.
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('form[action^="/account/language"] button').click();
    await page.waitForURL('**/account?notice=*');
    await close();
  });

  proves(['C8.languages'], 'keep the language of the form that was posted', async () => {
    const { html } = await post('/signin?language=ru', { email: 'nobody' });
    expect(html).toContain('<html lang="ru">');
    expect(html).toContain('action="/signin?language=ru"');
  });
});
