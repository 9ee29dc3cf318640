import { afterAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import { csrfIn, requestConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { accessibilityFindings, closeBrowser, LANGUAGES, visit } from './browser.ts';

const PUBLIC = ['/', '/terms', '/privacy'];

afterAll(closeBrowser);

const getPage = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(address, { headers: { accept: 'text/html', ...headers } });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

const languageOf = (html: string) => /<html lang="(\w+)">/.exec(html)?.[1];

/** The URL of every kind of page: public, for an approval, and of an error. */
const everyPage = async (): Promise<string[]> => [
  ...PUBLIC.map((path) => site.url + path),
  (await requestConnection()).link,
  `${site.url}/approve/unknown`,
  `${site.url}/no-such-page`,
  `${site.url}/check`,
];

describe('every page', () => {
  proves(['H18'], 'has a strict policy, no inline script or style, and cannot be framed', async () => {
    for (const address of await everyPage()) {
      const { headers, html } = await getPage(address);
      const policy = Object.fromEntries(
        (headers.get('content-security-policy') ?? '').split('; ').map((rule) => rule.split(/ (.*)/s, 2)),
      );
      const { 'script-src': script = "'self'", ...rest } = policy;
      expect(script).toBe("'self'");
      expect(rest).toEqual({
        'default-src': "'none'",
        'style-src': "'self'",
        'img-src': "'self'",
        'form-action': "'self'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('x-robots-tag')).toBe(PUBLIC.includes(new URL(address).pathname) ? null : 'noindex');
      expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! src="\/assets\/[^"]+" defer><\/script>)/);
    }
  });

  proves(['C8.accessible'], 'is valid HTML in every language', async () => {
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'] });
    for (const address of await everyPage())
      for (const language of LANGUAGES) {
        const { html } = await getPage(`${address}?language=${language}`);
        const report = await validator.validateString(html);
        expect(report.results.flatMap(({ messages }) => messages)).toEqual([]);
      }
  });

  for (const colorScheme of ['light', 'dark'] as const)
    proves(
      ['C8.accessible', 'C8.assets', 'H18'],
      `has no accessibility fault, no sideways scrolling and no foreign request on a phone when ${colorScheme}`,
      async () => {
        const { page, complaints, origins, close } = await visit({
          colorScheme,
          viewport: { width: 390, height: 800 },
        });
        for (const address of await everyPage())
          for (const language of LANGUAGES) {
            const response = await page.goto(`${address}?language=${language}`);
            // Chromium itself logs every status of 400 or more.
            if (response?.ok()) expect(complaints).toEqual([]);
            complaints.length = 0;
            expect(await accessibilityFindings(page)).toEqual([]);
            expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
            expect(complaints).toEqual([]);
          }
        expect([...origins]).toEqual([new URL(site.url).origin]);
        await close();
      },
    );

  proves(
    ['C8.accessible'],
    'can be used by keyboard, starting with a link that skips the header',
    async () => {
      const { page, close } = await visit();
      await page.goto(site.url);
      const focused = () => page.evaluate('document.activeElement.textContent.trim()');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      await page.waitForURL(({ hash }) => hash === '#main');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      await close();
    },
  );

  proves(['C8.accessible'], 'is printed without its navigation', async () => {
    const { page, close } = await visit();
    await page.goto(`${site.url}/terms`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('footer').isVisible()).toBe(false);
    expect(await page.locator('main h1').isVisible()).toBe(true);
    await close();
  });
});

describe('the language of a page', () => {
  proves(
    ['C8.languages'],
    "is the one in the URL, else the request's, else the browser's, else English",
    async () => {
      const { link } = await requestConnection({ language: 'ru' });
      const german = { 'accept-language': 'de' };
      const spanish = { 'accept-language': 'de, es-MX;q=0.9, en;q=0.5' };
      const cases = [
        [site.url, german, 'en'],
        [site.url, spanish, 'es'],
        [`${site.url}/?language=ru`, spanish, 'ru'],
        [`${site.url}/?language=xx`, spanish, 'es'],
        [`${site.url}/no-such-page`, spanish, 'es'],
        [link, spanish, 'ru'],
        [`${link}?language=en`, spanish, 'en'],
      ] as const;
      for (const [address, headers, language] of cases)
        expect(languageOf((await getPage(address, headers)).html)).toBe(language);
    },
  );

  proves(['C8.languages'], 'can be changed in the footer, and is kept from then on', async () => {
    const { page, close } = await visit();
    await page.goto(`${site.url}/terms`);
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('heading', { level: 1, name: 'Condiciones de uso' }).waitFor();
    await page.getByRole('link', { name: 'Privacidad' }).click();
    await page.getByRole('heading', { level: 1, name: 'Aviso de privacidad' }).waitFor();
    await close();
  });
});

describe('the public pages', () => {
  proves(
    ['C8.public_pages'],
    'say what the service is, who runs it, and how to connect an assistant',
    async () => {
      const [landing, terms, privacy] = await Promise.all(
        PUBLIC.map(async (path) => (await getPage(site.url + path)).html),
      );
      expect(landing).toContain(`${site.url}/connect.md`);
      expect(landing).toContain('with your e-mail address in place of “…”');
      expect(landing).toMatch(/never advises/);
      expect(terms).toMatch(/no medical, dietary or exercise advice/);
      expect(privacy).toMatch(/European Union/);
      expect(privacy).toMatch(/your diaries, with their names/);
      expect(privacy).toMatch(/single records deleted since the backup come back/);
      for (const html of [terms, privacy]) expect(html).toContain('href="mailto:');
    },
  );

  proves(['C8.public_pages'], 'contain no broken links', async () => {
    for (const path of PUBLIC) {
      const { html } = await getPage(site.url + path);
      const links = [...html.matchAll(/(?:href|src)="([^"#][^"]*)"/g)].map(([, link]) => link ?? '');
      for (const link of new Set(links.filter((link) => !link.startsWith('mailto:')))) {
        const { status } = await fetch(new URL(link, site.url + path));
        expect({ link, status }).toEqual({ link, status: 200 });
      }
    }
  });
});

describe('an error at a page URL', () => {
  proves(['C8.page_errors'], 'is a page with the id of the request', async () => {
    const { status, headers, html } = await getPage(`${site.url}/no-such-page?language=es`);
    expect(status).toBe(404);
    expect(html).toContain('Aquí no hay nada');
    expect(html).toContain(`<code>${headers.get('x-request-id')}</code>`);
    expect(html).toMatch(/<main.*<a href="\/privacy\?language=es">Nuestra dirección.*<\/main>/s);
  });

  proves(
    ['C8.signed_out', 'C8.languages'],
    'for lack of a session leads to the sign-in form and says why',
    async () => {
      const why = {
        en: 'To see your pages, please sign in first.',
        es: 'Para ver tus páginas, entra primero.',
        ru: 'Чтобы увидеть свои страницы, сначала войдите.',
      };
      for (const language of LANGUAGES) {
        const { html } = await getPage(`${site.url}/report?language=${language}`);
        expect(html).toContain(why[language]);
        expect(html).toContain('name="email"');
        // The reason is kept when the language is changed.
        expect(html).toContain('href="?notice=signed_out&#38;return_to=%2Freport&#38;language=');
        expect((await getPage(`${site.url}/signin?language=${language}`)).html).not.toContain(why[language]);
      }
    },
  );

  proves(['C8.field_errors'], 'shows the input again as inert text', async () => {
    const answer = await fetch(`${site.url}/signin`, {
      method: 'POST',
      body: new URLSearchParams({ email: '" autofocus onfocus="alert(1)' }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('value="&#34; autofocus onfocus=&#34;alert(1)"'),
    ]);
  });

  proves(['C8.page_errors'], 'is a problem document if JSON is preferred', async () => {
    const response = await fetch(`${site.url}/no-such-page`, { headers: { accept: 'application/json' } });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 404, code: 'not_found' });
  });

  proves(['C8.page_errors', 'H13'], 'says why a form from another site was refused', async () => {
    const { link } = await requestConnection({ language: 'ru' });
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of elsewhere) {
      const response = await fetch(`${link}?language=en`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ decision: 'deny' }),
      });
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('This form could not be accepted');
    }
  });

  proves(
    ['C8.page_errors'],
    'is shown for the URL for assistants in a browser, and says what it is for',
    async () => {
      const response = await fetch(`${site.url}/mcp`, { headers: { accept: 'text/html' } });
      expect([response.status, response.headers.has('www-authenticate')]).toEqual([401, true]);
      expect(await response.text()).toContain('as a connector or server');
    },
  );

  const FORM = 'application/x-www-form-urlencoded';
  const refusedForms: [string, number, string, string | Uint8Array<ArrayBuffer>][] = [
    ['larger than any of ours', 413, FORM, `decision=deny&padding=${'x'.repeat(20_000)}`],
    ['of another type', 415, 'application/json', '{"decision":"deny"}'],
    ['whose text is not UTF-8', 400, FORM, new Uint8Array([...Buffer.from('decision=deny&name=Jos'), 0xe9])],
    ['whose escaped text is not UTF-8', 400, FORM, 'decision=deny&name=Jos%E9'],
    ['with a field twice', 400, FORM, 'decision=deny&decision=deny'],
  ];
  for (const [name, status, type, body] of refusedForms)
    proves(['C8.page_errors', 'H19'], `is shown for a form ${name}, which changes nothing`, async () => {
      const { link } = await requestConnection();
      const csrf = csrfIn(await (await fetch(link)).text());
      const response = await fetch(link, {
        method: 'POST',
        headers: { origin: site.url, 'content-type': type },
        body: Buffer.concat([Buffer.from(body), Buffer.from(`&csrf=${csrf}`)]),
      });
      expect(response.status).toBe(status);
      expect(await response.text()).toContain('That did not work');
      // The request is still to be decided.
      expect((await fetch(link)).status).toBe(200);
    });
});
