import { describe, expect } from '@jest/globals';
import { expectProblem } from '../rest/answers.ts';
import { call, newConnection, newEmail } from '../support/client.ts';
import { mailsTo } from '../support/mailbox.ts';
import { proves } from '../support/proves.ts';
import { open, post } from './steps.ts';

describe('asking to sign in', () => {
  proves(
    ['C4.sign_in', 'C8.languages'],
    'leads to a page that confirms it, which mails nothing however often it is opened',
    async () => {
      const email = newEmail();
      const { status, headers } = await post('/signin?language=es&return_to=%2Faccount', { email });
      const sent = headers.get('location') ?? '';
      expect([status, sent]).toEqual([303, '/signin?notice=sent&return_to=%2Faccount&language=es']);
      for (const { status, html } of [await open(sent), await open(sent)]) {
        expect(status).toBe(200);
        expect(html).toContain('<h1>Mira tu correo</h1>');
        expect(html).toContain('href="/signin?language=es&#38;return_to=%2Faccount"');
        expect(html).toContain('href="?notice=sent&#38;return_to=%2Faccount&#38;language=ru"');
      }
      for (const [language, words] of [
        ['en', 'Check your mail'],
        ['ru', 'Проверьте почту'],
      ] as const)
        expect((await open(`/signin?notice=sent&language=${language}`)).html).toContain(words);
      expect(await mailsTo(email)).toHaveLength(1);
    },
  );

  proves(['C4.sign_in_same_answer'], 'gets the same answer with and without an account', async () => {
    const { email: known } = await newConnection();
    const unknown = newEmail();
    const shape = async (email: string) => {
      const { status, headers, html } = await post('/signin', { email });
      const comparable = [...headers]
        .filter(([name]) => !['x-request-id', 'date'].includes(name))
        .map(([name, value]) => [
          name,
          name === 'set-cookie' ? value.replace(/=[\w-]{43};/, '=SECRET;') : value,
        ]);
      return { status, comparable, html: html.replaceAll(email, 'EMAIL') };
    };
    expect(await shape(known)).toEqual(await shape(unknown));
  });

  proves(
    ['C4.sign_in', 'C8.languages'],
    'mails in the language of the account, else of the page',
    async () => {
      const { email } = await newConnection({ language: 'ru' });
      await post('/signin?language=es', { email });
      expect((await mailsTo(email))[0]?.subject).toMatch(/вход/);
      const other = newEmail();
      await post('/signin?language=es', { email: other });
      const [mail] = await mailsTo(other);
      expect(mail?.subject).toMatch(/enlace/);
      expect(mail?.text).toMatch(/durante 30 minutos \(hora límite: \d\d:\d\d UTC\)/);
    },
  );

  proves(
    ['C4.sign_in_limits'],
    'is possible three times an hour for an address, not counting connections',
    async () => {
      const email = newEmail();
      const variants = Array.from({ length: 10 }, (_, index) =>
        index % 2 ? email : email.replace('person', 'PERSON'),
      );
      const answers = await Promise.all(variants.map((variant) => post('/signin', { email: variant })));
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array<number>(3).fill(303),
        ...Array<number>(7).fill(429),
      ]);
      const refused = answers.find(({ status }) => status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3000);
      expect(await mailsTo(email)).toHaveLength(3);
      expect((await newConnection({ email })).token).toBeTruthy();
    },
  );

  proves(
    ['C4.sign_in_limits', 'C8.languages'],
    'shows the form again with the address beyond the limit, and points to the link already sent',
    async () => {
      const email = newEmail();
      for (let count = 0; count < 3; count += 1) await post('/signin', { email });
      for (const [language, words] of [
        ['en', 'open the link that you already have'],
        ['es', 'abre el enlace que ya tienes'],
        ['ru', 'откройте ссылку, которая у вас уже есть'],
      ] as const) {
        const address = `/signin?language=${language}&return_to=%2Faccount`;
        const { status, html } = await post(address, { email });
        expect([language, status]).toEqual([language, 429]);
        expect(html).toMatch(new RegExp(`id="email-error">[^<]*${words}`));
        expect(html).toContain(`name="email" value="${email}"`);
        expect(html).toContain(`action="${address.replace('&', '&#38;')}"`);
      }
    },
  );

  proves(
    ['C4.sign_in', 'C1.named'],
    'overlooks spaces around the address, where REST names them',
    async () => {
      const email = newEmail();
      const { status, headers } = await post('/signin', { email: ` ${email}\u00a0 ` });
      expect(status).toBe(303);
      expect(await mailsTo(email)).toHaveLength(1);
      expect((await open(headers.get('location') ?? '')).html).toContain('can take some minutes');
      const body = { email: `${email} `, client_name: 'Case' };
      expectProblem(await call('POST', '/connect', { body }), 400, 'validation_failed', '/email');
    },
  );

  proves(['C4.sign_in'], 'refuses anything but one address, and shows the form again', async () => {
    for (const email of ['', 'ana', 'a@b.cc, c@d.ee', 'a@b.cc\r\nBcc: c@d.ee', '"><script>@example.org']) {
      const answer = await post('/signin', { email });
      expect(answer.status).toBe(400);
      expect(answer.html).toContain('id="email-error"');
      expect(answer.html).toContain('<title>Not yet: ');
      expect(answer.html).not.toContain('<script>@');
    }
    expect((await post('/signin', {})).status).toBe(400);
  });
});
