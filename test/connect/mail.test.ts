import { describe, expect } from '@jest/globals';
import { DateTime } from 'luxon';
import { newSignIn, requestApproval } from '../oauth/steps.ts';
import { newPerson } from '../person/diary-person.ts';
import { open, postAs, requestSignInLink } from '../person/steps.ts';
import { newConnection, newEmail, requestConnection } from '../support/client.ts';
import { mailsTo, mailTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { decoded } from './steps.ts';

/** The text of an HTML part, without its tags. */
const wordsOf = (html: string): string => decoded(html.replace(/<head>.*<\/head>|<[^>]+>/gs, ' '));

describe('the approval mail', () => {
  const inLanguages = [
    [
      'en',
      'Request to connect to your diary: “Kitchen assistant”',
      'read the daily, weekly and monthly reports of all your diaries',
      'for 30 minutes \\(until \\d\\d:\\d\\d UTC\\)',
    ],
    [
      'es',
      'Solicitud para conectarse a tu diario: «Kitchen assistant»',
      'leer los informes',
      'durante 30 minutos \\(hora límite: \\d\\d:\\d\\d UTC\\)',
    ],
    [
      'ru',
      'Запрос на подключение к вашему дневнику: «Kitchen assistant»',
      'читать отчёты',
      'действует 30\\sминут \\(до \\d\\d:\\d\\d UTC\\)',
    ],
  ] as const;
  for (const [language, subject, permits, expiry] of inLanguages)
    proves(
      ['C4.mail'],
      `says who asks for what, and until when, in ${language}, as text and as HTML`,
      async () => {
        const request = await requestConnection({
          client_name: 'Kitchen assistant',
          scopes: ['reports:read'],
          language,
        });
        const mail = await mailTo(request.email);
        expect(mail.subject).toBe(subject);
        for (const words of [mail.text, wordsOf(mail.html)]) {
          expect(words).toContain('Kitchen assistant');
          expect(words).toContain(permits);
          expect(words).toContain(request.requestId.slice(-4));
          expect(words).toMatch(new RegExp(expiry));
        }
        expect(mail.html).toContain(`<html lang="${language}">`);
      },
    );

  proves(
    ['C4.mail', 'C4.sign_in', 'C4.approval_page'],
    'tells a person with an account the time in the zone of their diary, as does the page behind it',
    async () => {
      const person = await newPerson({ timeZone: 'Europe/Madrid' });
      await postAs(person, '/account/profiles', { action: 'save', time_zone: 'Asia/Kolkata' });
      const { email } = person;
      const until = async (minutes: number) => {
        const clock = DateTime.now().setZone('Asia/Kolkata').plus({ minutes });
        // The mail was sent a moment ago, perhaps in the minute before.
        const clocks = [clock, clock.minus({ minutes: 1 })].map((at) => at.toFormat('HH:mm')).join('|');
        return [(await mailTo(email)).text, new RegExp(`until (${clocks}) GMT\\+5:30`)] as const;
      };
      const { link } = await requestConnection({ email });
      const [approvalMail, inHalfAnHour] = await until(30);
      expect(approvalMail).toMatch(inHalfAnHour);
      expect((await open(link)).html).toMatch(/ at \d\d:\d\d GMT\+5:30</);
      await requestSignInLink(email);
      const [signInMail, inAsLong] = await until(30);
      expect(signInMail).toMatch(inAsLong);
    },
  );

  proves(['C4.mail'], 'has one link, which is ours, and fetches nothing', async () => {
    const { email, link } = await requestConnection();
    const { text, html } = await mailTo(email);
    expect(link).toMatch(new RegExp(`^${site.url}/approve/[\\w-]{22}$`));
    expect(text.match(/https?:/g)).toHaveLength(1);
    expect(html.match(/https?:/g)).toHaveLength(1);
    expect(html).toContain(`<a href="${link}"`);
    expect(html).not.toMatch(/<(img|link|script|style|iframe|object|video)|url\(|\bsrc=/i);
  });

  proves(['H16', 'C4.mail'], 'goes to one address, however the name tries to add another', async () => {
    const email = newEmail();
    await requestConnection({
      email,
      client_name: 'Eve" <eve@evil.example>, eve@evil.example; Bcc: eve@evil.example',
    });
    const mails = await mailsTo(email);
    expect(mails.map(({ to }) => to)).toEqual([[email]]);
    expect(await mailsTo('eve@evil.example')).toEqual([]);
  });

  proves(
    ['H16', 'S5.one_account'],
    'goes to the address that the account was given, however it is written where it is asked for',
    async () => {
      const rest = `im-${newEmail()}`;
      const { email } = await newConnection({ email: `k${rest}` });
      // The sign of the unit kelvin, whose small letter is k: to a mail server the name of another mailbox.
      const asked = `\u212A${rest}`;
      await requestConnection({ email: asked });
      await requestApproval(await newSignIn(), asked.toUpperCase());
      await requestSignInLink(asked);
      expect((await mailsTo(email)).map(({ to }) => to)).toEqual([[email], [email], [email], [email]]);
      const other = `im-${newEmail()}`;
      await requestConnection({ email: `\u212A${other}` });
      expect((await mailTo(`K${other}`)).to).toEqual([`K${other}`]);
    },
  );

  proves(['H16'], 'makes no link of a client name that looks like one', async () => {
    const name = 'https://evil.example/login www.evil.example eve@evil.example v1.5';
    const request = await requestConnection({ client_name: name });
    const mail = await mailTo(request.email);
    for (const shown of [mail.subject, mail.text, wordsOf(mail.html)]) {
      expect(shown.replaceAll('\u2060', '')).toContain(name);
      expect(shown).toContain('v1.5');
      // What mail programs turn into links: a scheme, a host, an address.
      expect(shown.replace(request.link, '')).not.toMatch(/:\/\/|\w\.\p{L}|\w@\w/u);
    }
  });

  proves(['H16'], 'has the client name in its subject, in any script, and no line break', async () => {
    const name = `厨房助手 Küchenhilfe مساعد ${'🥕'.repeat(50)}`;
    const { email } = await requestConnection({ client_name: name, language: 'ru' });
    const { subject } = await mailTo(email);
    expect(subject).toContain(name);
    expect(subject).not.toMatch(/[\r\n]/);
  });
});
