import { afterAll, describe, expect } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import type { Page } from 'playwright-core';
import { accessibilityFindings, closeBrowser, PHONE, visit } from '../pages/browser.ts';
import { call, meStatus, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { WORDS } from './button-words.ts';
import type { Callback } from './callback.ts';
import { finish, insecure, newStrictClient, SCOPE } from './strict-client.ts';

afterAll(closeBrowser);

/** Opens the mail in a browser of its own, as on a phone, and approves there. */
const approveElsewhere = async (email: string, number: string, approveLabel: string): Promise<void> => {
  const { page, close } = await visit({ viewport: PHONE, javaScriptEnabled: false });
  await page.goto(linkIn(await mailTo(email)));
  await page.locator('#number').fill(number);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: approveLabel }).click();
  await page.locator('form').waitFor({ state: 'detached' });
  expect(await page.context().cookies()).toEqual([]);
  await close();
};

const enterAddress = async (page: Page, address: string, email: string, send: string): Promise<string> => {
  await page.goto(address);
  await page.locator('#email').fill(email);
  await page.getByRole('button', { name: send }).click();
  return (await page.locator('#number').textContent()) ?? '';
};

const atClient = (page: Page, { redirectUri }: Callback) =>
  page.waitForURL((url) => url.href.startsWith(redirectUri));

describe('a strict client with a real browser', () => {
  for (const [language, javaScriptEnabled] of [
    ['en', true],
    ['es', false],
    ['ru', true],
  ] as const)
    proves(
      ['S5.sign_in_page', 'C5.sign_in', 'H12', 'S5.oauth'],
      `connects in ${language} with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, the mail on another device`,
      async () => {
        const strict = await newStrictClient(language);
        const words = WORDS[language];
        const email = newEmail();
        const { page, complaints, origins, close } = await visit({ javaScriptEnabled });
        const number = await enterAddress(page, strict.address, email, words.send);
        expect(number).toMatch(/^\d\d$/);
        if (javaScriptEnabled) expect(await accessibilityFindings(page)).toEqual([]);
        await approveElsewhere(email, number, words.approve);
        // From here on nobody touches the first browser.
        await atClient(page, strict.callback);
        expect(complaints).toEqual([]);
        expect([...origins]).toEqual([site.url, new URL(strict.callback.redirectUri).origin]);
        const tokens = await finish(strict);
        expect([tokens.scope, tokens.expires_in]).toEqual([SCOPE, 3600]);
        const meal = await call('POST', '/meals', {
          token: tokens.access_token,
          body: {
            meal_type: 'lunch',
            items: [{ name: 'Soup', kcal: 200, protein_g: 8, carbs_g: 20, fat_g: 9 }],
          },
        });
        expect([meal.status, meal.body.client_name]).toEqual([201, 'Strict client']);
        const refreshed = await oauth.processRefreshTokenResponse(
          strict.server,
          strict.client,
          await oauth.refreshTokenGrantRequest(
            strict.server,
            strict.client,
            oauth.None(),
            tokens.refresh_token ?? '',
            insecure,
          ),
        );
        await oauth.processRevocationResponse(
          await oauth.revocationRequest(
            strict.server,
            strict.client,
            oauth.None(),
            refreshed.refresh_token ?? '',
            insecure,
          ),
        );
        expect(await meStatus(refreshed.access_token)).toBe(401);
        strict.callback.close();
        await close();
      },
    );

  proves(
    ['C5.sign_in', 'H12'],
    'goes on in the original tab when the mail is opened in another one',
    async () => {
      const strict = await newStrictClient();
      const email = newEmail();
      const { page, close } = await visit();
      const number = await enterAddress(page, strict.address, email, WORDS.en.send);
      const mailTab = await page.context().newPage();
      await mailTab.goto(linkIn(await mailTo(email)));
      await mailTab.locator('#number').fill(number);
      await mailTab.getByRole('checkbox').check();
      await mailTab.getByRole('button', { name: WORDS.en.approve }).click();
      await mailTab.getByRole('heading', { level: 1, name: 'Approved' }).waitFor();
      await page.bringToFront();
      await atClient(page, strict.callback);
      expect((await finish(strict)).scope).toBe(SCOPE);
      strict.callback.close();
      await close();
    },
  );

  proves(['C5.sign_in'], 'goes on after the tab was offline during the approval', async () => {
    const strict = await newStrictClient();
    const email = newEmail();
    const { page, close } = await visit();
    const number = await enterAddress(page, strict.address, email, WORDS.en.send);
    await page.context().setOffline(true);
    await approveElsewhere(email, number, WORDS.en.approve);
    // Several polls fail meanwhile, and none of them replaces the page by an error.
    await page.waitForRequest((request) => request.method() === 'HEAD');
    await page.waitForRequest((request) => request.method() === 'HEAD');
    expect(await page.locator('#number').textContent()).toBe(number);
    await page.context().setOffline(false);
    await atClient(page, strict.callback);
    expect((await finish(strict)).scope).toBe(SCOPE);
    strict.callback.close();
    await close();
  });

  for (const javaScriptEnabled of [true, false])
    proves(
      ['C5.sign_in', 'H18'],
      `is redirected on submit if approved before the form was sent again, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      async () => {
        // Chromium applies the form-action of the page to redirects after a post, too.
        const strict = await newStrictClient();
        const email = newEmail();
        const { page, complaints, close } = await visit({ javaScriptEnabled });
        const number = await enterAddress(page, strict.address, email, WORDS.en.send);
        await page.getByRole('link', { name: 'Send it again' }).click();
        await approveElsewhere(email, number, WORDS.en.approve);
        await page.locator('#email').fill(email);
        await page.getByRole('button', { name: WORDS.en.send }).click();
        await atClient(page, strict.callback);
        expect(complaints).toEqual([]);
        expect((await finish(strict)).scope).toBe(SCOPE);
        strict.callback.close();
        await close();
      },
    );

  proves(['H10', 'C5.sign_in'], 'learns through the browser that the person declined', async () => {
    const strict = await newStrictClient();
    const email = newEmail();
    const { page, close } = await visit();
    await enterAddress(page, strict.address, email, WORDS.en.send);
    const other = await visit();
    await other.page.goto(linkIn(await mailTo(email)));
    await other.page.getByRole('button', { name: WORDS.en.deny }).click();
    await other.page.getByRole('button', { name: 'Decline this request' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Declined' }).waitFor();
    await atClient(page, strict.callback);
    await expect(finish(strict)).rejects.toMatchObject({ error: 'access_denied' });
    strict.callback.close();
    await Promise.all([close(), other.close()]);
  });
});
