import { afterAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import * as oauth from 'oauth4webapi';
import type { Page } from 'playwright-core';
import { accessibilityFindings, closeBrowser, PHONE, visit } from '../pages/browser.ts';
import { call, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { type Callback, listenForCallback } from './callback.ts';
import { newClient } from './steps.ts';

afterAll(closeBrowser);

const insecure = { [oauth.allowInsecureRequests]: true } as const;
const SCOPE = 'records:read records:write';

/** A strict client that has found the server, registered, and made the address that it opens a browser with. */
const newStrictClient = async (uiLocales = 'en') => {
  const callback = await listenForCallback();
  const resource = new URL(site.base);
  const metadata = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(metadata.authorization_servers?.[0] ?? '');
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      server,
      {
        client_name: 'Strict client',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
      },
      insecure,
    ),
  );
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const address = new URL(server.authorization_endpoint ?? '');
  address.search = `${new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback.redirectUri,
    scope: SCOPE,
    resource: resource.href,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ui_locales: uiLocales,
  })}`;
  return { callback, server, client, verifier, state, address: address.href };
};

type StrictClient = Awaited<ReturnType<typeof newStrictClient>>;

/** What the client does once its browser is back. Throws where anything is not as the RFCs say. */
const finish = async ({ callback, server, client, verifier, state }: StrictClient) => {
  const parameters = oauth.validateAuthResponse(server, client, await callback.arrived, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    callback.redirectUri,
    verifier,
    insecure,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
};

/** The person opens the mail in a browser of its own, as on a phone, and approves there. */
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

const WORDS = {
  en: { send: 'Send me the link', approve: 'Approve', deny: 'this was not me' },
  es: { send: 'Enviarme el enlace', approve: 'Aprobar', deny: 'no he sido yo' },
  ru: { send: 'Прислать мне ссылку', approve: 'Разрешить', deny: 'это не я' },
};

/** A loaded machine takes its time to start a browser. */
const inBrowser = (ids: Parameters<typeof proves>[0], title: string, run: () => Promise<void>): void =>
  proves(ids, title, run, 180_000);

describe('a strict client with a real browser', () => {
  for (const [language, javaScriptEnabled] of [
    ['en', true],
    ['es', false],
    ['ru', true],
  ] as const)
    inBrowser(
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
        // Nobody touches the first browser any more.
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
        expect((await call('GET', '/me', { token: refreshed.access_token })).status).toBe(401);
        strict.callback.close();
        await close();
      },
    );

  inBrowser(
    ['C5.sign_in', 'H12'],
    'goes on in the tab where it began when the mail is opened beside it',
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

  inBrowser(['C5.sign_in'], 'goes on where the tab slept while the person approved', async () => {
    const strict = await newStrictClient();
    const email = newEmail();
    const { page, close } = await visit();
    const number = await enterAddress(page, strict.address, email, WORDS.en.send);
    await page.context().setOffline(true);
    await approveElsewhere(email, number, WORDS.en.approve);
    // Several looks fail meanwhile, and none of them replaces the page by an error.
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
    inBrowser(
      ['C5.sign_in', 'H18'],
      `is led on by the form itself where somebody approved before it was sent again, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      async () => {
        // Chromium holds the redirects that follow a post to the form-action of the page.
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

  inBrowser(['H10', 'C5.sign_in'], 'is told by the browser that the person declined', async () => {
    const strict = await newStrictClient();
    const email = newEmail();
    const { page, close } = await visit();
    await enterAddress(page, strict.address, email, WORDS.en.send);
    const other = await visit();
    await other.page.goto(linkIn(await mailTo(email)));
    await other.page.getByRole('button', { name: WORDS.en.deny }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Declined' }).waitFor();
    await atClient(page, strict.callback);
    await expect(finish(strict)).rejects.toMatchObject({ error: 'access_denied' });
    strict.callback.close();
    await Promise.all([close(), other.close()]);
  });
});

describe('the sign-in pages', () => {
  // The page that waits has to load itself where no script runs; the rule allows no such page.
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: { 'meta-refresh': 'off' },
  });

  /** Has no fault and nothing to scroll sideways for, in light and in dark. */
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

  inBrowser(
    ['C8.accessible', 'C8.languages', 'H18'],
    'are sound in every language, on a phone, in light and in dark',
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

  inBrowser(['H7', 'C8.page_errors'], 'are an error page where the client cannot be told', async () => {
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
    expect(await page.locator('h1').textContent()).toBe('We cannot go on with this');
    expect(await page.locator('main code').textContent()).toBe(reason);
    await close();
  });
});
