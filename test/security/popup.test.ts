import { afterAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { listenForCallback } from '../oauth/callback.ts';
import { newClient } from '../oauth/steps.ts';
import { closeBrowser, visit } from '../pages/browser.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';

afterAll(closeBrowser);

proves(['Z.popup'], 'a sign-in popup opened by a client in the browser keeps its opener', async () => {
  const callback = await listenForCallback();
  const client = await newClient({ redirect_uris: [callback.redirectUri] });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: callback.redirectUri,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const { page, close } = await visit();
  try {
    await page.goto(new URL('/', callback.redirectUri).href);
    const openWindow = async (address: string) => {
      const opened = page.waitForEvent('popup');
      await page.evaluate(`void window.open(${JSON.stringify(address)})`);
      return opened;
    };
    const hasOpener = async (window: Page) => window.evaluate('window.opener !== null');

    const signIn = await openWindow(`${site.url}/oauth/authorize?${query}`);
    await signIn.locator('#email').waitFor();
    expect(await hasOpener(signIn)).toBe(true);
    // With prompt=none, the window is redirected to the client at once.
    const back = await openWindow(`${site.url}/oauth/authorize?${query}&prompt=none`);
    await back.waitForURL((url) => url.href.startsWith(callback.redirectUri));
    expect(await hasOpener(back)).toBe(true);
    expect((await callback.arrived).searchParams.get('error')).toBe('interaction_required');
    // All other pages are cut off from the window that opens them.
    const landing = await openWindow(`${site.url}/`);
    await landing.locator('#email').waitFor();
    expect(await hasOpener(landing)).toBe(false);
  } finally {
    await close();
    callback.close();
  }
});
