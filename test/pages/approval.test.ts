import { afterAll, describe, expect } from '@jest/globals';
import { newConnection, poll, requestConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { accessibilityFindings, closeBrowser, gluedSmallPrints, visit } from './browser.ts';

afterAll(closeBrowser);

const timeZoneOf = (email: string) =>
  onDatabase(async (db) => (await db.collection('accounts').findOne({ email_key: email }))?.time_zone);

const WORDS = {
  en: {
    approve: 'Approve',
    deny: 'this was not me',
    confirm: 'Decline this request',
    back: 'Back to the request',
    approved: 'Approved',
    declined: 'Declined',
  },
  es: {
    approve: 'Aprobar',
    deny: 'no he sido yo',
    confirm: 'Rechazar esta solicitud',
    back: 'Volver a la solicitud',
    approved: 'Aprobado',
    declined: 'Solicitud rechazada',
  },
  ru: {
    approve: 'Разрешить',
    deny: 'это не я',
    confirm: 'Отклонить запрос',
    back: 'Назад к запросу',
    approved: 'Разрешено',
    declined: 'Подключение отклонено',
  },
};
const languages = Object.entries(WORDS);

describe('a person who opens the mailed link', () => {
  for (const javaScriptEnabled of [true, false])
    for (const [language, words] of languages)
      proves(
        ['C4.approval_form', 'C8.without_script', 'C8.languages'],
        `approves in ${language} with JavaScript ${javaScriptEnabled ? 'on' : 'off'}, after forgetting the terms`,
        async () => {
          const request = await requestConnection({ language });
          const { page, close } = await visit({ javaScriptEnabled, timezoneId: 'America/Bogota' });
          await page.goto(request.link);
          await page.getByRole('button', { name: words.approve }).click();
          // The form is shown again, says what is missing, and the focus is on it.
          const terms = page.getByRole('checkbox');
          await page.locator('#terms-error').waitFor();
          expect(await terms.getAttribute('aria-describedby')).toBe('terms-error');
          expect(await terms.getAttribute('aria-invalid')).toBe('true');
          expect((await poll(request)).body).toEqual({ status: 'pending' });
          if (javaScriptEnabled) {
            expect(await accessibilityFindings(page)).toEqual([]);
            expect(await page.evaluate('document.activeElement.id')).toBe('terms');
          }
          await terms.check();
          await page.getByRole('button', { name: words.approve }).click();
          await page.getByRole('heading', { level: 1, name: words.approved }).waitFor();
          expect(await timeZoneOf(request.email)).toBe(javaScriptEnabled ? 'America/Bogota' : 'UTC');
          await close();
        },
      );

  for (const [language, words] of languages)
    proves(
      ['C4.approval_form', 'C4.decline_twice', 'C8.without_script'],
      `declines in ${language} without accepting anything, asked once more`,
      async () => {
        const request = await requestConnection({ language });
        const { page, close } = await visit({ javaScriptEnabled: false });
        await page.goto(request.link);
        await page.getByRole('button', { name: words.deny }).click();
        // Whoever pressed the wrong button can go back.
        await page.getByRole('link', { name: words.back }).click();
        await page.getByRole('button', { name: words.approve }).waitFor();
        await page.getByRole('button', { name: words.deny }).click();
        await page.getByRole('button', { name: words.confirm }).click();
        await page.getByRole('heading', { level: 1, name: words.declined }).waitFor();
        expect((await poll(request)).body).toEqual({ status: 'denied' });
        expect(await timeZoneOf(request.email)).toBeUndefined();
        await close();
      },
    );

  proves(['C4.approval_form'], 'can read the terms without losing the form that was returned', async () => {
    const request = await requestConnection();
    const { page, close } = await visit();
    await page.goto(request.link);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.locator('#terms-error').waitFor();
    for (const name of ['terms', 'privacy notice']) {
      const opening = page.waitForEvent('popup');
      const link = page.locator('label[for=terms]').getByRole('link', { name });
      expect(await link.getAttribute('aria-describedby')).toBe('new-tab');
      await link.click();
      const opened = await opening;
      await opened.getByRole('heading', { level: 1 }).waitFor();
      await opened.close();
    }
    expect(await page.locator('#new-tab').textContent()).toBe('Each link opens in a new tab.');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { level: 1, name: 'Approved' }).waitFor();
    await close();
  });

  proves(
    ['C4.approval_form', 'C8.accessible'],
    'keeps what is compared apart without its style sheet',
    async () => {
      const request = await requestConnection();
      const { page, close } = await visit();
      await page.route('**/*.css', (route) => route.abort());
      await page.goto(request.link);
      expect(await page.locator('small').count()).toBeGreaterThan(4);
      expect(await gluedSmallPrints(page)).toEqual([]);
      await close();
    },
  );

  proves(
    ['C4.replace', 'C4.decline_twice', 'C8.accessible'],
    'finds the box that replaces, and the page that asks once more, accessible',
    async () => {
      const { email } = await newConnection({ clientName: 'Kitchen' });
      const request = await requestConnection({ email, client_name: 'Kitchen' });
      const { page, close } = await visit();
      await page.goto(request.link);
      const box = page.getByRole('checkbox', { name: 'Disconnect the assistants of this name' });
      expect(await box.isChecked()).toBe(false);
      await box.check();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'this was not me' }).click();
      await page.getByRole('button', { name: 'Decline this request' }).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await close();
    },
  );

  proves(['C4.approval_form', 'C8.accessible'], 'can decide by keyboard alone', async () => {
    const request = await requestConnection();
    const { page, close } = await visit();
    await page.goto(request.link);
    const tabTo = async (name: string) => {
      await page.keyboard.press('Tab');
      while ((await page.evaluate('document.activeElement.name ?? ""')) !== name)
        await page.keyboard.press('Tab');
    };
    await tabTo('terms');
    await page.keyboard.press('Space');
    await tabTo('decision');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Approved' }).waitFor();
    await close();
  });

  proves(['C4.approval_form'], 'sends the origin of the form', async () => {
    const request = await requestConnection();
    const { page, close } = await visit();
    await page.goto(request.link);
    const posting = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'this was not me' }).click();
    const headers = await (await posting).allHeaders();
    expect(headers.origin).toBe(new URL(request.link).origin);
    await close();
  });

  proves(['H13'], 'changes nothing by opening and leaving, and has its link in no referrer', async () => {
    const request = await requestConnection();
    const { page, close } = await visit();
    const referrers: (string | undefined)[] = [];
    page.on('request', (request) => referrers.push(request.headers().referer));
    await page.goto(request.link);
    await page.reload();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { level: 1, name: 'Terms of use' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(referrers.length).toBeGreaterThan(3);
    const { origin, pathname } = new URL(request.link);
    expect(referrers.filter((referrer) => referrer?.includes(pathname))).toEqual([]);
    expect(new Set(referrers.map((referrer) => referrer || `${origin}/`))).toEqual(new Set([`${origin}/`]));
    expect((await poll(request)).body).toEqual({ status: 'pending' });
    await close();
  });
});

describe('the approval page', () => {
  proves(
    ['C4.approval_page'],
    'says who asks for what, from where and when, and that the name is unverified',
    async () => {
      const request = await requestConnection({ client_name: 'Küchenhilfe 🥕', scopes: ['reports:read'] });
      const { page, close } = await visit();
      await page.goto(request.link);
      const facts = await page.locator('.facts').textContent();
      expect(facts).toContain(`The diary of${request.email}`);
      expect(facts).toContain('“Küchenhilfe 🥕”');
      expect(facts).toContain(request.requestId.slice(-4));
      expect(facts).toMatch(/(127\.0\.0\.0\/24|::\/64) Part of the internet address/);
      expect(facts).toMatch(/just now \d+ \w+ \d{4} at \d\d:\d\d UTC/);
      expect(await page.locator('main ul li').allTextContents()).toEqual([
        'read the daily, weekly and monthly reports of all your diaries',
      ]);
      expect(await page.locator('main').textContent()).not.toMatch(/verified|trusted/i);
      const label = page.locator('label[for=terms]');
      expect(await label.textContent()).toMatch(/consent to my health data/);
      const links = await label
        .getByRole('link')
        .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      expect(links).toEqual(['/terms?language=en', '/privacy?language=en']);
      await close();
    },
  );

  proves(['H16'], 'shows a hostile client name as inert text', async () => {
    const name = '</dd><script>alert(1)</script><img src=//evil.example/x onerror=alert(1)> שלום';
    const request = await requestConnection({ client_name: name });
    const { page, complaints, origins, close } = await visit({ viewport: { width: 390, height: 800 } });
    await page.goto(request.link);
    expect(await page.locator('bdi').textContent()).toBe(name);
    expect(await page.locator('main script, main img').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([new URL(request.link).origin]);
    await close();
  });
});
