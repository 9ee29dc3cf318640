import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect } from '@jest/globals';
import { getMeta } from 'shared/contract/operations/meta.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { PROBLEM_CODES, PROBLEMS } from 'shared/contract/problem.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { INSTRUCTIONS_VERSION } from 'shared/contract/service.ts';
import { createInstructions } from 'shared/documents/instructions.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import type { z } from 'zod';
import { call } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectSuccess } from './answers.ts';

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${site.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const rowsOf = (markdown: string): string[][] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(1, -1).split('|'));

/** The fields of a body and of the objects in its lists, `name` or `list.name`, and whether each is required. */
const fieldsOf = (schema: z.ZodObject, prefix = ''): [string, boolean][] =>
  Object.entries(schema.shape).flatMap(([name, field]): [string, boolean][] => {
    const isOptional = field.safeParse(undefined).success;
    let inner = field as z.ZodType & { unwrap?: () => z.ZodType; element?: z.ZodType };
    while (inner.unwrap && !inner.element) inner = inner.unwrap();
    const element = inner.element as z.ZodObject | undefined;
    return [[`${prefix}${name}`, !isOptional], ...(element?.shape ? fieldsOf(element, `${name}.`) : [])];
  });

type WrittenField = { name: string; required: boolean; like?: string | undefined };

/** The fields that each section of the instructions lists, by what it is referred to as; some are as in a section before it. */
const writtenTables = (text: string): Map<string, WrittenField[]> => {
  const tables = new Map<string, WrittenField[]>();
  let call = '';
  for (const section of text.split(/^### /m).slice(1)) {
    const [title = ''] = section.split('\n');
    if (title.startsWith('`')) call = title;
    const own = rowsOf(section.split('\n## ')[0] ?? '')
      .filter(([names]) => names?.startsWith('`'))
      .flatMap(([names = '', , required]) =>
        names.split(', ').map((name) => ({ name: name.replaceAll('`', ''), required: required === 'yes' })),
      );
    const [, like, names] = /^As in ((?:each of `\w+` of )?`[^`]+`)(?:: (.*))?\.$/m.exec(section) ?? [];
    const named = names?.split(', ').map((name) => ({
      name: /`(\w+)`/.exec(name)?.[1] ?? '',
      required: name.endsWith('(required)'),
      like,
    }));
    const all = like ? (named ?? tables.get(like) ?? []) : [];
    tables.set(title.startsWith('`') ? call : `${title.replace('E', 'e')} of ${call}`, [...own, ...all]);
  }
  return tables;
};

/** As `fieldsOf` has them. */
const writtenFields = (tables: Map<string, WrittenField[]>, of: string): [string, boolean][] =>
  (tables.get(of) ?? []).flatMap(({ name, required, like }): [string, boolean][] => {
    const each = (table: string | undefined) => `each of \`${name}\` of ${table}`;
    const entries = writtenFields(tables, tables.has(each(of)) ? each(of) : each(like));
    return [[name, required], ...entries.map(([field, is]): [string, boolean] => [`${name}.${field}`, is])];
  });

const DESCRIPTIONS = ['openapi.json', 'openapi-3.0.json', 'openapi-actions.json'];

for (const name of DESCRIPTIONS)
  describe(`/${name}`, () => {
    proves(['S4.described', 'C1.openapi'], 'is the committed one, with its own addresses', async () => {
      const committed = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
      const { status, headers, text } = await read(`/${name}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(JSON.parse(text)).toEqual(JSON.parse(committed.replaceAll('http://localhost:8080', site.url)));
    });

    proves(['S1.documents', 'C1.openapi'], 'is linked from /connect.md', async () => {
      expect((await read('/connect.md')).text.split(/\s/)).toContain(`${site.url}/${name}`);
    });
  });

describe('/openapi.json', () => {
  proves(['S1.documents', 'S4.described'], 'describes what is served, no more and no less', async () => {
    const { openapi, servers, paths } = JSON.parse((await read('/openapi.json')).text);
    expect(openapi).toMatch(/^3\.1\./);
    expect(servers).toEqual([{ url: site.base }]);
    const described = Object.entries<object>(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      OPERATIONS.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );

    for (const [path, item] of Object.entries<object>(paths)) {
      const address = path.replace(/\{\w+\}/g, 'x');
      const methods = Object.keys(item).map((method) => method.toUpperCase());
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers } = await call(method, address);
        expect([method, path, status === 404 && !path.includes('{'), status === 405]).toEqual([
          method,
          path,
          false,
          !methods.includes(method),
        ]);
        if (status !== 405) continue;
        const allowed = headers.get('allow')?.split(', ') ?? [];
        const head = methods.includes('GET') ? ['HEAD'] : [];
        expect(allowed.toSorted()).toEqual([...methods, ...head, 'OPTIONS'].toSorted());
      }
    }
  });
});

/** The tools that stand for another operation beside that of their name. */
const ALSO_BY_TOOL: Record<string, string> = {
  get_report_of_range: 'get_report',
  update_activity: 'set_activity',
  update_sleep: 'set_sleep',
};

describe('/connect.md', () => {
  proves(['S1.documents', 'S9.versions'], 'is Markdown of the version in headers and /meta', async () => {
    const { status, headers, text } = await read('/connect.md');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toContain(`Version \`${INSTRUCTIONS_VERSION}\``);
    expect(headers.get('instructions-version')).toBe(INSTRUCTIONS_VERSION);
    expect((await call('GET', '/meta')).body.instructions_version).toBe(INSTRUCTIONS_VERSION);
  });

  proves(['S9.versions'], 'has another version whenever its text is another', () => {
    // Whoever changes what assistants are told raises the version, and writes down the hash of the new text.
    expect([
      INSTRUCTIONS_VERSION,
      hash('sha256', createInstructions('https://diary.example.org'), 'base64url'),
    ]).toEqual(['1.2026-11-27.3', 'AS2QhiPX5qf-4RddXgCilxQiZEdtaO77tX4LaYpavCc']);
  });

  proves(
    ['S1.default_profile'],
    'takes no default profile for that of whoever speaks, nor do the tools',
    async () => {
      const said = [(await read('/connect.md')).text, ...TOOLS.map(({ description }) => description)].join(
        '\n',
      );
      expect(said).toMatch(/Where\sthere are several, ask once which is theirs/);
      expect(said).toContain('of several profiles ask which is theirs');
      expect(said.replaceAll('\n', ' ')).not.toMatch(/theirs goes into the default|alone,? send the default/);
    },
  );

  proves(['S4.described'], 'lists every operation and every field correctly', async () => {
    const { text } = await read('/connect.md');
    const rows = rowsOf(text);
    for (const { id, method, path, access, query } of OPERATIONS) {
      const row = rows.find(([call]) => call === `\`${method} ${path}\``) ?? [];
      const scope = { none: 'none', poll_token: 'poll token' }[access as string] ?? `\`${access}\``;
      const parameters = Object.keys(query?.shape ?? {}).map((name) => `\`${name}\``);
      const tool = /^DELETE .(meals|activity|sleep|wellbeing)/.test(`${method} ${path}`)
        ? 'delete_record'
        : (ALSO_BY_TOOL[id] ?? id);
      const isTool = TOOLS.some(({ name }) => name === tool);
      expect([path, ...row.slice(1, 4)]).toEqual([
        path,
        scope,
        parameters.join(', '),
        isTool ? `\`${tool}\`` : '',
      ]);
    }
    const calls = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/g)].map(([, found]) => found);
    const served = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((found) => !served.includes(found ?? ''))).toEqual([]);

    const tables = writtenTables(text);
    for (const { method, path, body } of OPERATIONS)
      if (body)
        expect(writtenFields(tables, `\`${method} ${path}\``).toSorted()).toEqual(fieldsOf(body).toSorted());
    expect(rows).toContainEqual(['`bedtime`, `wake_time`', 'string', '', expect.stringContaining('`HH:MM`')]);
  });

  proves(['C7.documented', 'S7.shape'], 'has an anchor for the type URL of every problem', async () => {
    const { text } = await read('/connect.md');
    const rows = rowsOf(text);
    for (const code of PROBLEM_CODES)
      expect(rows).toContainEqual([
        `<a id="${code}"></a>\`${code}\``,
        String(PROBLEMS[code].status),
        expect.any(String),
      ]);
    // Tool results have no headers, and many platforms show a model none.
    const byHeaderAlone = rows.filter(([, , advice = '']) => /`(Retry-After|WWW-Auth.*|Allow)`/.test(advice));
    expect(byHeaderAlone.length).toBeGreaterThan(3);
    expect(byHeaderAlone.filter(([, , advice]) => !advice?.includes('`detail`'))).toEqual([]);
    const { body } = await call('GET', '/me');
    expect(body.type).toBe(`${site.url}/connect.md#token_missing`);
  });
});

describe('GET /meta', () => {
  proves(['C3.meta', 'S9.versions'], 'returns versions, URLs, scopes, languages and limits', async () => {
    const answer = expectSuccess(getMeta, await call('GET', '/meta'));
    expect(answer).toMatchObject({
      api_version: 'v1',
      description_version: '1.2026-10-04.1',
      urls: {
        base: site.base,
        site: site.url,
        auth: site.url,
        mcp: `${site.url}/mcp`,
        openapi: `${site.url}/openapi.json`,
        instructions: `${site.url}/connect.md`,
        oauth_metadata: `${site.url}/.well-known/oauth-authorization-server`,
      },
      languages: ['en', 'es', 'ru'],
    });
    expect(answer.limits).toEqual({
      requests_per_minute: 120,
      writes_per_minute: 60,
      connect_per_email_per_hour: 3,
      poll_interval_seconds: 5,
      days_range: 93,
      day_bytes: 4 * 1024 * 1024,
      meal_items: 50,
      workouts: 30,
      statements: 60,
      links: 30,
      share_link_days: 365,
      profiles: 20,
      share_links: 500,
      body_bytes: 512 * 1024,
    });
    expect(answer.scopes.map(({ name }: { name: string }) => name)).toEqual(ALL_SCOPES);
  });
});

describe('what is public', () => {
  for (const path of [...DESCRIPTIONS.map((name) => `/${name}`), '/connect.md'])
    proves(['S1.documents', 'C1.on_every_answer'], `${path} is compressed, and not sent twice`, async () => {
      const first = await read(path, { 'accept-encoding': 'gzip' });
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(first.headers.get('cache-control')).toContain('public');
      const etag = first.headers.get('etag') ?? '';
      // fetch adds Cache-Control: no-cache, for caches on the way.
      const again = await read(path, { 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      for (const { headers } of [first, again]) expect(headers.get('vary')).toContain('Accept-Encoding');
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    });

  for (const path of ['/openapi.json', '/connect.md', '/assets/style.css'])
    proves(['S1.documents', 'C1.on_every_answer'], `a HEAD of ${path} has the headers of a GET`, async () => {
      const ofOneAnswer = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];
      for (const encoding of ['gzip', 'identity']) {
        const requestAs = async (method: string) => {
          const headers = { 'accept-encoding': encoding };
          const answer = await fetch(`${site.url}${path}`, { method, headers });
          const headerList = [...answer.headers].filter(([name]) => !ofOneAnswer.includes(name));
          return { status: answer.status, headerList, text: await answer.text() };
        };
        const [get, head] = [await requestAs('GET'), await requestAs('HEAD')];
        expect(get.text).not.toBe('');
        expect([head.status, head.headerList]).toEqual([get.status, get.headerList]);
      }
    });

  proves(['C6.icons'], 'the icon stands where browsers look for it, and every page names it', async () => {
    const svg = await read('/favicon.svg');
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(svg.text).toMatch(/^<svg /);
    const ico = await fetch(`${site.url}/favicon.ico`);
    expect([ico.status, ico.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    // ICONDIR: reserved, type 1, one image; its entry says 32 by 32.
    const bytes = new Uint8Array(await ico.arrayBuffer());
    expect([...bytes.slice(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    for (const page of ['/', '/terms', '/signin'])
      expect((await read(page)).text).toMatch(/<link rel="icon" href="\/assets\/icon\.[0-9a-f]{12}\.svg"/);
  });

  proves(['C8.assets'], 'the files of a page are served by the site, cacheable for ever', async () => {
    const { text } = await read('/');
    const files = [...text.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg))"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(file).toMatch(/^\/assets\//);
      const { status, headers } = await read(file);
      const forEver = 'public, max-age=31536000, immutable';
      expect([file, status, headers.get('cache-control')]).toEqual([file, 200, forEver]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Pages of another version find their files too, during a deployment.
      const other = await read(file.replace(/\.[0-9a-f]{12}\./, '.000000000000.'));
      expect([file, other.status, other.headers.get('cache-control')]).toEqual([file, 200, 'no-cache']);
    }
    expect((await read('/assets/nothing.css')).status).toBe(404);
    const posted = await fetch(`${site.url}/assets/style.css`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await read('/assets/..%2f..%2fpackage.json')).status).toBe(404);
  });
});
