import { afterAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { accessibilityFindings, closeBrowser, visit } from '../pages/browser.ts';
import { newEmail } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { WORDS } from './button-words.ts';
import { newClient } from './steps.ts';
import { newStrictClient } from './strict-client.ts';

afterAll(closeBrowser);

describe('the sign-in pages', () => {
  // Without scripts the waiting page must reload itself; the rule forbids that.
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: { 'meta-refresh': 'off' },
  });

  /** Has no accessibility fault and no sideways scrolling, in light and in dark mode. */
  const expectAccessible = async (page: Page): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, ...(await accessibilityFindings(page))]).toEqual([colorScheme]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  };

  const expectSound = async (page: Page): Promise<void> => {
    const html = await (await page.request.get(page.url())).text();
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
    await expectAccessible(page);
  };

  proves(
    ['C8.accessible', 'C8.languages', 'H18'],
    'are valid and accessible in every language, on a phone, light and dark',
    async () => {
      for (const [language, words] of Object.entries(WORDS)) {
        const { address, callback } = await newStrictClient(language);
        const { page, close } = await visit({
          viewport: { width: 360, height: 740 },
          reducedMotion: 'reduce',
        });
        await page.goto(address);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        await expectSound(page);
        await page.locator('#email').fill('nobody@nowhere');
        await page.getByRole('button', { name: words.send }).click();
        await page.locator('#email-error').waitFor();
        expect(await page.evaluate('document.activeElement.id')).toBe('email');
        await expectAccessible(page);
        await page.locator('#email').fill(newEmail());
        await page.getByRole('button', { name: words.send }).click();
        await page.locator('#number').waitFor();
        await expectSound(page);
        callback.close();
        await close();
      }
    },
  );

  proves(['H7', 'C8.page_errors'], 'are an error page when the client cannot be redirected to', async () => {
    const { id } = await newClient();
    const { page, close } = await visit({ locale: 'ru', reducedMotion: 'reduce' });
    const answer = await page.goto(
      `${site.url}/oauth/authorize?response_type=code&client_id=${id}&redirect_uri=https://evil.example`,
    );
    expect([answer?.status(), page.url().startsWith(site.url)]).toEqual([400, true]);
    expect(await page.locator('h1').textContent()).toBe('Мы не можем продолжить');
    await expectSound(page);
    const reason = await page.locator('main code').textContent();
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL('**&language=en');
    expect(await page.locator('h1').textContent()).toBe('We cannot continue here');
    expect(await page.locator('main code').textContent()).toBe(reason);
    await close();
  });
});
