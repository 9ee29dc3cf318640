import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** Works with Debian's Chromium, whose pictures have twice the density of a plain screen, and closes it. */
export const inBrowser = async (
  options: BrowserContextOptions,
  work: (context: BrowserContext) => Promise<void>,
): Promise<void> => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    await work(await browser.newContext({ deviceScaleFactor: 2, ...options }));
  } finally {
    await browser.close();
  }
};
