import { join } from 'node:path';
import { inBrowser } from '../browser/in-browser.ts';

/** What the pictures show, once the demo account is open: 1,280 by 800, at twice the density. */
const PAGES = { day: '/report?period=day', week: '/report?period=week', month: '/report?period=month' };

/** Takes pictures of the demo account of a running site. Throws where the site has none. */
export const takeScreenshots = (siteUrl: string, folder: string): Promise<void> =>
  inBrowser({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' }, async (context) => {
    const page = await context.newPage();
    await page.goto(siteUrl);
    await page.screenshot({ path: join(folder, 'landing.png') });
    const button = page.locator('form[action^="/demo"] button');
    if ((await button.count()) === 0)
      throw new Error(`${siteUrl} has no demo account: set DEMO_ACCOUNT=true.`);
    await button.click();
    await page.waitForURL('**/report**');
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(siteUrl + path);
      await page.screenshot({ path: join(folder, `${name}.png`) });
    }
  });
