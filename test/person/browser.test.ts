import { afterAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { accessibilityFindings, closeBrowser, visit } from '../pages/browser.ts';
import { meal } from '../rest/samples.ts';
import { call, newConnection, newEmail } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { askForLink, followLink, open, post, type SignedIn, signIn } from './steps.ts';

const LANGUAGES = ['en', 'es', 'ru'] as const;
type Language = (typeof LANGUAGES)[number];

afterAll(closeBrowser);

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
  }
  throw new Error(`no way by Tab to ${selector}`);
};

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('a person with a keyboard alone', () => {
  const WORDS: Record<Language, { sent: string; account: string; closed: string }> = {
    en: { sent: 'Look into your mailbox', account: 'Your account', closed: 'Your account is closed' },
    es: { sent: 'Mira tu buzón', account: 'Tu cuenta', closed: 'Tu cuenta está cerrada' },
    ru: { sent: 'Проверьте почту', account: 'Ваш аккаунт', closed: 'Ваш аккаунт закрыт' },
  };

  for (const locale of LANGUAGES)
    for (const javaScriptEnabled of [true, false])
      proves(
        ['C8.person_by_keyboard', 'C8.without_script', 'C8.languages', 'C4.sign_in', 'C8.deletion'],
        `goes from / to a deleted account, in ${locale}, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
        async () => {
          const words = WORDS[locale];
          const email = newEmail();
          const { page, complaints, origins, close } = await visit({ locale, javaScriptEnabled });
          await page.goto(site.url);
          await tabTo(page, '#email');
          await page.keyboard.type(email);
          await page.keyboard.press('Enter');
          await heading(page, words.sent);

          await page.goto(linkIn(await mailTo(email)));
          await tabTo(page, '#terms');
          await page.keyboard.press('Space');
          await tabTo(page, 'main button');
          await page.keyboard.press('Enter');
          await page.waitForURL('**/report');

          await tabTo(page, 'header a[href="/account"]');
          await page.keyboard.press('Enter');
          await heading(page, words.account);
          await tabTo(page, '#language');
          await tabTo(page, '#email');
          await page.keyboard.type(email);
          await page.keyboard.press('Enter');
          await page.getByRole('status').getByText(words.closed).waitFor();
          await page.goto(`${site.url}/account`);
          expect(new URL(page.url()).pathname).toBe('/');
          expect(complaints).toEqual([]);
          expect([...origins]).toEqual([site.url]);
          await close();
        },
      );

  proves(['S1.disconnect', 'C4.sign_out', 'C8.person_by_keyboard'], 'disconnects, signs out', async () => {
    const { email, token } = await newConnection();
    const link = await askForLink(email);
    const { page, close } = await visit();
    await page.goto(link);
    await tabTo(page, 'main button');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/report');
    await page.goto(`${site.url}/account`);
    await tabTo(page, 'form[action="/account/disconnect"] button');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The assistant is disconnected').waitFor();
    expect((await call('GET', '/me', { token })).status).toBe(401);
    await tabTo(page, 'form[action="/signout"] button');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.url}/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await close();
  });
});

describe('the pages of signing in and of the account', () => {
  /** A person whose account page is full. */
  const newPerson = async (): Promise<SignedIn> => {
    const { email, token, account } = await newConnection({
      clientName: 'An assistant with a name that is as long as names may be, or at least nearly so',
    });
    await newConnection({ email, clientName: 'Another', scopes: ['reports:read'] });
    for (let times = 0; times < 30; times += 1) await call('POST', '/meals', { token, body: meal });
    await call('DELETE', '/meals/meal_x', { token });
    await signIn(email);
    const person = await signIn(email);
    await eventually(
      async () => (await open('/account', person)).html.includes('before='),
      `the calls of ${account.id} to be logged`,
    );
    return person;
  };

  /** The addresses of every page of mine that a person sees, and whether they are signed in there. */
  const pagesOf = async (): Promise<string[]> => {
    const used = await askForLink(newEmail());
    await followLink(used);
    return [
      '/',
      '/?notice=deleted',
      '/signin',
      await askForLink(newEmail()),
      used,
      '/signin/unknown',
      '/account',
      '/account?notice=disconnected',
      '/account?notice=wrong_address',
      '/account?client_name=Another',
    ].map((address) => new URL(address, site.url).href);
  };

  const inLanguage = (address: string, language: string): string => {
    const url = new URL(address);
    url.searchParams.set('language', language);
    return url.href;
  };

  for (const colorScheme of ['light', 'dark'] as const)
    proves(
      ['C8.accessible', 'C8.account', 'C8.landing', 'C8.no_third_party'],
      `have no accessibility fault and no sideways scrolling on a phone when ${colorScheme}`,
      async () => {
        const person = await newPerson();
        const { page, complaints, origins, close } = await visit({
          colorScheme,
          viewport: { width: 390, height: 800 },
        });
        const [name = '', value = ''] = person.cookie.split('=');
        await page.context().addCookies([{ name, value, url: site.url }]);
        // Colours are the same in every language.
        for (const address of await pagesOf())
          for (const language of colorScheme === 'light' ? LANGUAGES : ['en']) {
            const answer = await page.goto(inLanguage(address, language));
            if (answer?.ok()) expect(complaints).toEqual([]);
            complaints.length = 0;
            expect(await accessibilityFindings(page)).toEqual([]);
            expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
          }
        expect([...origins]).toEqual([site.url]);
        await close();
      },
      240_000,
    );

  proves(['C8.accessible', 'H18'], 'are valid HTML with the strict policy in every language', async () => {
    const person = await newPerson();
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
    for (const address of await pagesOf())
      for (const language of LANGUAGES) {
        const { headers, html } = await open(inLanguage(address, language), person);
        const report = await validator.validateString(html);
        expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/assets\/)/);
      }
  });

  proves(['C8.landing', 'S5.one_account'], 'begin at / with what a newcomer needs', async () => {
    const { html } = await open('/');
    for (const address of ['/mcp', '/api/v1']) expect(html).toContain(`value="${site.url}${address}"`);
    expect(html).toContain(`Please read ${site.url}/connect.md`);
    expect(html).toContain('action="/signin?language=en"');
    const signedIn = await open('/', await signIn());
    expect(signedIn.html).toContain('Welcome back');
    expect(signedIn.html).not.toContain('action="/signin');
  });

  proves(['C8.languages'], 'keep the language of the form that was posted', async () => {
    const { html } = await post('/signin?language=ru', { email: 'nobody' });
    expect(html).toContain('<html lang="ru">');
    expect(html).toContain('action="/signin?language=ru"');
  });
});
