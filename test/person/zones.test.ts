import { describe, expect } from '@jest/globals';
import { answerApproval, newEmail, requestConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { newPerson } from './diary-person.ts';
import { accountOf, cookieOf, followLink, open, requestSignInLink } from './steps.ts';

const UNKNOWN = ['Mars/Base', '+02:00', 'GMT+2'];
const WORDS = 'a time zone that we do not know';

const approve = async (time_zone: string, email = newEmail()) => {
  const { link } = await requestConnection({ email });
  const { html } = await answerApproval(link, { terms: 'on', decision: 'approve', time_zone });
  return { html, account: await accountOf({ email }), email };
};

describe("a browser's time zone", () => {
  proves(['C2.zones', 'C2.time_zone'], 'is known by its current and its older name', async () => {
    for (const [named, zone] of [
      ['Europe/Kyiv', 'Europe/Kyiv'],
      ['Europe/Kiev', 'Europe/Kiev'],
      ['Asia/Kolkata', 'Asia/Kolkata'],
      ['America/Nuuk', 'America/Nuuk'],
      ['europe/kyiv', 'Europe/Kyiv'],
    ] as const) {
      const { html, account } = await approve(named);
      expect([named, account?.time_zone]).toEqual([named, zone]);
      expect(html).not.toContain(WORDS);
    }
  });

  proves(
    ['C2.zones'],
    'is said to be unknown on the page that approves, with a way to choose one',
    async () => {
      for (const named of UNKNOWN) {
        const { html, account, email } = await approve(named);
        expect([named, account?.time_zone]).toEqual([named, 'UTC']);
        expect(html).toContain(WORDS);
        expect(html).toContain('href="/account/profiles?language=en"');
        // Of an account that exists it is ignored.
        expect((await approve(named, email)).html).not.toContain(WORDS);
      }
    },
  );

  proves(['C2.zones'], 'is said to be unknown after a sign-in, where one can be chosen at once', async () => {
    for (const named of UNKNOWN) {
      const email = newEmail();
      const answer = await followLink(await requestSignInLink(email), { fields: { time_zone: named } });
      const location = answer.headers.get('location') ?? '';
      expect([named, answer.status, location]).toEqual([named, 303, '/account/profiles?notice=unknown_zone']);
      const page = await open(location, { cookie: cookieOf(answer) });
      expect(page.html).toContain(WORDS);
      expect(page.html).toMatch(/name="time_zone" value="UTC"/);
      expect((await accountOf({ email }))?.time_zone).toBe('UTC');
    }
  });

  proves(['C2.zones', 'C8.languages'], 'is chosen from the current names', async () => {
    const { cookie } = await newPerson();
    const { html } = await open('/account/profiles', { cookie });
    for (const current of ['Europe/Kyiv', 'Asia/Kolkata', 'America/Nuuk', 'Asia/Ho_Chi_Minh'])
      expect(html).toContain(`<option value="${current}">`);
    for (const older of ['Europe/Kiev', 'Asia/Calcutta', 'America/Godthab', 'Asia/Saigon'])
      expect(html).not.toContain(older);
    for (const [language, words] of [
      ['es', 'una zona horaria que no conocemos'],
      ['ru', 'часовой пояс, которого мы не знаем'],
    ] as const)
      expect(
        (await open(`/account/profiles?language=${language}&notice=unknown_zone`, { cookie })).html,
      ).toContain(words);
  });
});
