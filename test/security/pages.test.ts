import { beforeAll, describe, expect } from '@jest/globals';
import fc from 'fast-check';
import { PAGES, type PageRoute } from 'shared/contract/pages.ts';
import { open, requestSignInLink, type SignedIn, signIn } from '../person/steps.ts';
import { type Answer, csrfIn, newEmail, poll, requestConnection } from '../support/client.ts';
import { readLogs } from '../support/logs.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectNoCrash, expectNoFault, fuzzOptions } from './expectations.ts';
import { hostileText, MARKUP, mutatedForm } from './hostile-text.ts';
import { type Sent, send } from './send.ts';

expectNoCrash();
let person: SignedIn;
let csrf: string;
beforeAll(async () => {
  person = await signIn();
  csrf = csrfIn((await open('/account', person)).html);
});

/** Expects a page, a redirect within the site, or a download; input appears in it only as text. */
const expectPage = (answer: Answer): void => {
  expectNoFault(answer);
  expect(answer.text).not.toContain(MARKUP);
  const { headers, status } = answer;
  if (status === 303) {
    expect(headers.get('location')).toMatch(/^\/(?![/\\])/);
    return;
  }
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
};

const pathOf = ({ path }: PageRoute, parameters: readonly string[]): string => {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(parameters[next++] || 'x'));
};

/** A form posted from the site itself, with the cookie. */
const formTo = (target: string, body: string, cookie = person.cookie): Sent => ({
  method: 'POST',
  target,
  headers: [
    ['Accept', 'text/html'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ['Origin', site.url],
    ['Cookie', cookie],
  ],
  body,
});

const FIELDS = [
  'id',
  'action',
  'profile_id',
  'name',
  'time_zone',
  'browser_time_zone',
  'revision',
  'place',
  'kcal',
  'steps',
  'language',
  'return_to',
  'email',
  'expires_in_days',
  'notice',
  'terms',
  'decision',
  'number',
];
/** These would end the session that the other tests use. */
const ENDING = ['/signout', '/account/sessions/end-all'];

/** Whether what a form has escaped is UTF-8. */
const isUtf8 = (form: string): boolean => !/%(ff|ed%a0)/i.test(form);

describe('a signed-in person', () => {
  for (const page of PAGES.filter(({ method }) => method === 'GET'))
    proves(['Z.fuzz', 'H18'], `gets an answer from GET ${page.path}, whatever its URL contains`, async () => {
      const property = fc.asyncProperty(
        fc.array(hostileText, { minLength: 2, maxLength: 2 }),
        mutatedForm({ language: 'es' }, [
          'notice',
          'period',
          'day',
          'profile',
          'before',
          'client_name',
          'opened',
        ]),
        async (parameters, query) => {
          const headers: Sent['headers'] = [
            ['Accept', 'text/html'],
            ['Cookie', person.cookie],
          ];
          const answer = await send({
            method: 'GET',
            target: `${pathOf(page, parameters)}?${query}`,
            headers,
          });
          if (page.path.includes('{') || answer.status !== 400) expectPage(answer);
          else expectNoFault(answer);
        },
      );
      await fc.assert(property, fuzzOptions(6));
    });

  for (const page of PAGES.filter(
    ({ method, session, path }) => method === 'POST' && session === 'required' && !ENDING.includes(path),
  )) {
    proves(['Z.fuzz', 'H18'], `is answered by the form of ${page.path}, whatever its fields`, async () => {
      const property = fc.asyncProperty(
        fc.array(hostileText, { minLength: 2, maxLength: 2 }),
        mutatedForm({}, FIELDS),
        async (parameters, form) => {
          expectPage(await send(formTo(pathOf(page, parameters), `${form}&csrf=${csrf}`)));
        },
      );
      await fc.assert(property, fuzzOptions(12));
    });

    proves(['Z.forged'], `is protected from forged forms at ${page.path}`, async () => {
      const property = fc.asyncProperty(
        mutatedForm({}, FIELDS),
        hostileText,
        fc.constantFrom('null', 'https://evil.example', `${site.url}.evil.example`),
        async (form, token, origin) => {
          const sent = formTo(pathOf(page, ['x', 'x']), form);
          const body = `${form}&${new URLSearchParams({ csrf: token })}`;
          // What cannot be read is refused before: a 413 for two long texts, a 400 for a field there twice or not in UTF-8.
          const names = [...new URLSearchParams(body).keys()];
          fc.pre(body.length < 16_000 && new Set(names).size === names.length && isUtf8(body));
          const forged = await send({ ...sent, body });
          const headers = sent.headers.filter(([name]) => name !== 'Origin');
          const foreign = await send({
            ...sent,
            headers: [...headers, ['Origin', origin] as [string, string]],
            body: `csrf=${csrf}&${form}`,
          });
          expect([forged.status, foreign.status]).toEqual([403, 403]);
          for (const answer of [forged, foreign]) expectPage(answer);
        },
      );
      await fc.assert(property, fuzzOptions(4));
    });
  }
});

describe('the form of a mailed link', () => {
  proves(['Z.forged', 'H13'], 'approves nothing without its own CSRF token and the terms', async () => {
    const request = await requestConnection();
    const path = new URL(request.link).pathname;
    const own = csrfIn((await open(request.link)).html);
    const property = fc.asyncProperty(
      mutatedForm({ decision: 'approve', terms: 'on' }, ['csrf', 'time_zone', 'number']),
      mutatedForm({}, ['csrf', 'decision', 'time_zone']),
      async (withoutCsrf, withoutTerms) => {
        const answers = [
          await send(formTo(path, withoutCsrf)),
          await send(formTo(path, `decision=approve&${withoutTerms}&csrf=${own}`)),
        ];
        for (const answer of answers) {
          expectPage(answer);
          expect([400, 403, 413]).toContain(answer.status);
        }
      },
    );
    await fc.assert(property, fuzzOptions(30));
    expect((await poll(request)).body).toEqual({ status: 'pending' });
  });

  proves(['Z.forged', 'H13'], 'signs nobody in without its own CSRF token and the terms', async () => {
    const link = await requestSignInLink(newEmail());
    const path = new URL(link).pathname;
    const own = csrfIn((await open(link)).html);
    const property = fc.asyncProperty(
      mutatedForm({ terms: 'on' }, ['csrf', 'time_zone']),
      mutatedForm({}, ['csrf', 'time_zone']),
      async (withoutCsrf, withoutTerms) => {
        for (const body of [withoutCsrf, `${withoutTerms}&csrf=${own}`]) {
          const answer = await send(formTo(path, body, ''));
          expectPage(answer);
          expect([[400, 403, 413], answer.headers.get('set-cookie')]).toEqual([
            expect.arrayContaining([answer.status]),
            null,
          ]);
        }
      },
    );
    await fc.assert(property, fuzzOptions(20));
  });

  proves(['Z.fuzz', 'H16'], 'is not mailed to an invalid address', async () => {
    const property = fc.asyncProperty(mutatedForm({}, ['email']), hostileText, async (form, text) => {
      const body = `${form}&${new URLSearchParams({ email: text })}`;
      const answer = await send(formTo('/signin', body, ''));
      expectPage(answer);
      expect([400, 413]).toContain(answer.status);
    });
    await fc.assert(property, fuzzOptions(25));
  });
});

proves(['Z.fuzz', 'C1.private'], 'no input is in any log', async () => {
  const logs = (await readLogs()).map(({ text }) => text);
  expect(logs.join('')).toContain('POST /account/profiles');
  for (const sent of [/x-injected/, /drs_/, /@example\.org/, new RegExp(person.cookie.split('=')[1] ?? '')])
    expect(logs.filter((log) => sent.test(log))).toEqual([]);
});
