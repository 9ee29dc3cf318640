import { describe, expect } from '@jest/globals';
import { PAGES } from 'shared/contract/pages.ts';
import { csrfIn } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { open, post, postAs, signIn } from './steps.ts';

describe('every form of a signed-in person', () => {
  const forms = PAGES.filter(({ method, session }) => method === 'POST' && session === 'required').map(
    ({ path }) => path.replace(/\{\w+\}/g, 'x'),
  );

  proves(['A.csrf'], 'requires our own origin and the CSRF token of the same session', async () => {
    const person = await signIn();
    const csrf = csrfIn((await open('/account', person)).html);
    const elsewhere = csrfIn((await open('/account', await signIn(person.email))).html);
    expect(forms.length).toBeGreaterThan(8);
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{}, {}],
      [{ csrf: '' }, {}],
      [{ csrf: elsewhere }, {}],
      [{ csrf }, { origin: 'https://evil.example' }],
      [{ csrf }, { origin: 'null' }],
      [{ csrf }, { origin: 'null', 'sec-fetch-site': 'same-site' }],
    ];
    for (const path of forms)
      for (const [fields, headers] of attempts) {
        const { status } = await post(path, { email: person.email, ...fields }, { ...person, headers });
        expect({ path, fields, headers, status }).toEqual({ path, fields, headers, status: 403 });
      }
    expect((await open('/account', person)).status).toBe(200);
  });

  proves(['C8.page_errors'], 'links back to its page when it was refused', async () => {
    const person = await signIn();
    const pageOf = (path: string): string => {
      if (path.startsWith('/account/') && !/profiles|links|import/.test(path)) return '/account?language=en';
      return path === '/signout' ? '/?language=en' : `${path}?language=en`;
    };
    for (const path of forms) {
      const { html } = await post(path, {}, person);
      expect([path, /class="button secondary" href="([^"]*)"/.exec(html)?.[1]]).toEqual([path, pageOf(path)]);
    }
    // The notice of an earlier form is not shown for this one.
    const { html } = await post('/account/profiles?notice=saved&opened=0&language=es', {}, person);
    expect(html).toContain('href="/account/profiles?opened=0&#38;language=es">Volver a la página</a>');
  });
});

describe("an error on a person's page", () => {
  proves(['C8.page_errors', 'C8.languages'], 'is in their language and links to their pages', async () => {
    const person = await signIn();
    await postAs(person, '/account/language', { language: 'es' });
    const gone = [
      ['/report/records/meal/meal_none/delete', '/report?language=es">Informe'],
      ['/account/profiles/prof_none/delete', '/account/profiles?language=es">Diarios'],
    ] as const;
    for (const [path, way] of gone) {
      const { status, html } = await open(path, person);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toContain('Aquí no hay nada');
      expect(html).toContain(`class="button secondary" href="${way}</a>`);
    }
    const refused = await post('/account/profiles', {}, person);
    expect([refused.status, refused.html]).toEqual([403, expect.stringContaining('aceptar este formulario')]);
  });
});
