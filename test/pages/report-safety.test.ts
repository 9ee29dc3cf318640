import { afterAll, describe, expect } from '@jest/globals';
import { open, signIn } from '../person/steps.ts';
import { call } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { closeBrowser, visit } from './browser.ts';
import {
  addressOf,
  HOSTILE,
  HOSTILE_NAME,
  PERIODS,
  shareFullReport,
  shareHostileReport,
} from './sample-reports.ts';

afterAll(closeBrowser);

describe('the page of a report', () => {
  proves(
    ['C8.shared_report', 'H17', 'H18'],
    'contains no id, e-mail, token or assistant, nor inline style or script',
    async () => {
      const full = await shareFullReport();
      const { profiles } = (await call('GET', '/profiles', { token: full.token })).body;
      const { share_links } = (await call('GET', '/share-links', { token: full.token })).body;
      const secrets = [
        full.email,
        full.token,
        full.account.id.replace('acc_', ''),
        'Kitchen assistant',
        full.url.split('/').at(-1),
      ];
      const ids = [...profiles, ...share_links].map(({ id }) => id);
      for (const period of PERIODS) {
        const response = await fetch(addressOf(full, { period }));
        expect(response.headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
        const html = await response.text();
        expect(response.status).toBe(200);
        expect(html).toContain(full.profile.name);
        expect([...secrets, ...ids].filter((secret) => html.includes(secret))).toEqual([]);
        expect(html).not.toMatch(/(acc|prof|meal|act|slp|note|tok|lnk)_[0-9a-f]/);
        expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=|<form(?!>)/);
      }
    },
  );

  proves(['H16', 'C8.shared_report'], 'says whose words it shows, as a diary can have any name', async () => {
    const { email, url } = await shareFullReport();
    const whose = 'The owner of this diary shares it with you: its name and its words are theirs. Made on ';
    expect((await open(url)).html).toContain(`<p class="made">${whose}`);
    expect((await open('/report', await signIn(email))).html).toContain('<p class="made">Made on ');
  });

  proves(['H16', 'C8.report_records'], 'shows hostile text as inert text', async () => {
    const hostile = await shareHostileReport();
    const { page, complaints, close } = await visit();
    for (const period of PERIODS) {
      await page.goto(addressOf(hostile, { period }));
      expect(await page.locator('main script, main img, main b').count()).toBe(0);
      expect(await page.locator('h1 bdi').textContent()).toBe(HOSTILE_NAME);
      expect(await page.locator('.meals .words').first().textContent()).toBe(HOSTILE);
      expect(await page.locator('.meals bdi').first().textContent()).toBe(HOSTILE);
      // No text of the person is outside an element that isolates its direction.
      const bare = await page.evaluate(
        '[...document.querySelectorAll("main *")].filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.data.includes("evil"))).filter((element) => !element.closest("bdi, [dir=auto]")).length',
      );
      expect(bare).toBe(0);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});
