import { afterAll, describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Language } from 'shared/contract/fields.ts';
import { closeBrowser, LANGUAGES, PHONE, visit, waitForHeading } from '../pages/browser.ts';
import { meal } from '../rest/samples.ts';
import { call, meStatus, newConnection, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { visitAs } from './diary-person.ts';
import { signIn } from './steps.ts';

afterAll(closeBrowser);

/** Presses Tab until an element that matches has the focus. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`no way by Tab to ${selector}`);
};

/** Moves to an element by Tab and presses Enter. */
const enter = async (page: Page, selector: string): Promise<void> => {
  await tabTo(page, selector);
  await page.keyboard.press('Enter');
};

/** Waits for the notice that something was done, and the title that tells it to whoever sees neither. */
const noticed = async (page: Page, notice: string): Promise<void> => {
  await page.waitForURL(`**notice=${notice}**`);
  await page.getByRole('status').waitFor();
  expect(await page.title()).toMatch(/^(Done|Hecho|Готово): /);
};

describe('a person with only a keyboard', () => {
  const WORDS: Record<Language, { sent: string; account: string; closed: string }> = {
    en: { sent: 'Check your mail', account: 'Your account', closed: 'Your account is closed' },
    es: { sent: 'Mira tu correo', account: 'Tu cuenta', closed: 'Tu cuenta está cerrada' },
    ru: { sent: 'Проверьте почту', account: 'Ваш аккаунт', closed: 'Ваш аккаунт закрыт' },
  };

  const signInByMail = async (page: Page, email: string, { sent }: { sent: string }) => {
    await page.goto(site.url);
    await tabTo(page, '#email');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await waitForHeading(page, sent);
    await page.goto(linkIn(await mailTo(email)));
    await tabTo(page, '#terms');
    await page.keyboard.press('Space');
    await enter(page, 'main button');
    await page.waitForURL('**/report');
  };

  /** Deletes a record and disconnects the assistant that sent it. */
  const tidyReport = async (page: Page, email: string) => {
    const { token } = await newConnection({ email });
    await call('POST', '/meals', { token, body: meal });
    await page.goto(`${site.url}/report?period=daily`);
    await enter(page, 'a[href^="/report/records/meal_"]');
    await page.waitForURL('**/report/records/meal_**');
    await enter(page, 'a[href^="/report/records/meal/"]');
    await page.waitForURL('**/delete?**');
    await enter(page, 'main form button');
    await noticed(page, 'deleted');
    expect((await call('GET', '/meals', { token })).body.meals).toEqual([]);
    // Their section is folded: the way at the top opens it.
    await enter(page, 'a[href="#assistants"]');
    await enter(page, 'form[action^="/account/disconnect"] button');
    await noticed(page, 'disconnected');
    expect(await meStatus(token)).toBe(401);
  };

  const setTarget = async (page: Page) => {
    await enter(page, 'header a[href^="/account/profiles"]');
    await page.waitForURL('**/account/profiles?*');
    await tabTo(page, '#steps-0');
    await page.keyboard.type('9000');
    await page.keyboard.press('Enter');
    await noticed(page, 'saved');
  };

  const shareAndWithdraw = async (page: Page) => {
    await enter(page, 'header a[href^="/account/links"]');
    await page.waitForURL('**/account/links?*');
    await enter(page, '#days');
    await noticed(page, 'created');
    await enter(page, 'form:has([value="revoke"]) button');
    await noticed(page, 'revoked');
  };

  const downloadAll = async (page: Page) => {
    await enter(page, 'header a[href^="/account/download"]');
    await page.waitForURL('**/account/download?*');
    const downloading = page.waitForEvent('download');
    await enter(page, 'a[href="/account/download/csv"]');
    expect(await (await downloading).failure()).toBeNull();
  };

  const deleteAccount = async (page: Page, email: string, words: { account: string; closed: string }) => {
    await enter(page, 'header a[href^="/account?"]');
    await waitForHeading(page, words.account);
    await tabTo(page, '#email');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(words.closed).waitFor();
    await page.goto(`${site.url}/account`);
    expect(new URL(page.url()).pathname).toBe('/signin');
  };

  for (const locale of LANGUAGES)
    for (const javaScriptEnabled of [true, false])
      proves(
        [
          'C8.person_by_keyboard',
          'C8.without_script',
          'C8.languages',
          'C4.sign_in',
          'C8.deletion',
          'C8.records_deleted',
          'S1.disconnect',
        ],
        `can do all from signing in to deleting the account, in ${locale}, ${javaScriptEnabled ? 'with JavaScript' : 'without, in the dark on a phone'}`,
        async () => {
          const email = newEmail();
          const { page, complaints, origins, close } = await visit({
            locale,
            javaScriptEnabled,
            ...(!javaScriptEnabled && { viewport: PHONE, colorScheme: 'dark' }),
          });
          await signInByMail(page, email, WORDS[locale]);
          await tidyReport(page, email);
          await setTarget(page);
          await shareAndWithdraw(page);
          await downloadAll(page);
          await deleteAccount(page, email, WORDS[locale]);
          expect(complaints).toEqual([]);
          expect([...origins]).toEqual([site.url]);
          await close();
        },
      );

  proves(['C4.sign_out', 'C8.person_by_keyboard'], 'can sign out', async () => {
    const { page, close } = await visitAs(await signIn());
    await page.goto(`${site.url}/account`);
    await enter(page, 'form[action="/signout"] button');
    await noticed(page, 'signed_out');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await close();
  });
});
