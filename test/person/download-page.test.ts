import { afterAll, describe, expect } from '@jest/globals';
import { closeBrowser } from '../pages/browser.ts';
import { hostLine, sendRaw } from '../rest/gateway-raw.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { callAs, newPerson, visitAs } from './diary-person.ts';
import { download } from './download-files.ts';
import { open } from './steps.ts';

const PATH = '/account/download';

afterAll(closeBrowser);

describe('the page of the download', () => {
  for (const javaScriptEnabled of [true, false])
    proves(
      ['C8.download', 'C8.without_script'],
      `downloads both files at a click, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`,
      async () => {
        const { page, complaints, close } = await visitAs(await newPerson(), { javaScriptEnabled });
        await page.goto(site.url + PATH);
        for (const [name, extension] of [
          ['Download JSON', 'json'],
          ['Download CSV', 'zip'],
        ] as const) {
          const downloading = page.waitForEvent('download');
          await page.getByRole('link', { name }).click();
          const file = await downloading;
          expect(file.suggestedFilename()).toMatch(new RegExp(`^diary-[\\d-]{10}\\.${extension}$`));
          expect(await file.failure()).toBeNull();
        }
        expect(complaints).toEqual([]);
        await close();
      },
    );

  proves(['C8.own_pages_only', 'C8.signed_out'], 'gives no data to anybody else', async () => {
    const [owner, other] = [await newPerson(), await newPerson()];
    await callAs(other, 'POST', '/wellbeing', { text: 'Nobody is to read this' });
    const foreign = `${PATH}/json?account_id=${other.account.id}&profile_id=${other.account.id}`;
    const given = await open(foreign, owner);
    expect([given.status, JSON.parse(given.html).account.id]).toEqual([200, owner.account.id]);
    expect(given.html).not.toContain('Nobody is to read this');
    for (const path of [PATH, `${PATH}/json`, `${PATH}/csv`, `${PATH}/xlsx`]) {
      const { status, headers } = await open(path);
      expect([status, headers.get('location')]).toEqual([
        303,
        '/signin?notice=signed_out&return_to=%2Faccount%2Fdownload',
      ]);
      expect((await open(path, { cookie: `session=${'x'.repeat(43)}` })).status).toBe(303);
    }
    const assistant = await fetch(`${site.url}${PATH}/json`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${other.token}` },
    });
    expect(assistant.status).toBe(303);
  });

  proves(['C8.download'], 'answers HEAD without a body and refuses POST', async () => {
    const person = await newPerson();
    for (const kind of ['json', 'csv', 'xlsx'] as const) {
      const head = await sendRaw([`HEAD ${PATH}/${kind} HTTP/1.1`, hostLine(), `Cookie: ${person.cookie}`]);
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers['content-disposition']).toContain('attachment');
      expect((await download(person, kind, 'POST')).status).toBe(405);
    }
  });
});
