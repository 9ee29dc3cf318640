import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LIMITS } from 'shared/contract/limits.ts';
import { getMeta, INSTRUCTIONS_VERSION } from 'shared/contract/meta.ts';
import { needsToken } from 'shared/contract/operation.ts';
import { OPERATIONS } from 'shared/contract/operations.ts';
import { PROBLEM_CODES, PROBLEMS } from 'shared/contract/problem.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import { describeTool } from 'shared/contract/tool.ts';
import { TOOLS } from 'shared/contract/tools.ts';
import type { z } from 'zod';
import { call } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { expectSuccess } from './answers.ts';

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${site.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked by name
type Json = any;
const readOpenapi = async (): Promise<Json> => JSON.parse((await read('/openapi.json')).text);

const require = createRequire(import.meta.url);
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

describe('/openapi.json', () => {
  proves(['S1.documents', 'S4.described'], 'describes what is served, no more and no less', async () => {
    const { openapi, servers, paths } = await readOpenapi();
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

  proves(['S4.described'], 'has examples that are valid against their schemas', async () => {
    const document = await readOpenapi();
    const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, 'openapi');
    let examples = 0;
    for (const item of Object.values<Json>(document.paths))
      for (const { operationId, requestBody, responses } of Object.values<Json>(item))
        for (const body of [requestBody, ...Object.values<Json>(responses)]) {
          const json = body?.content?.['application/json'];
          if (!json) continue;
          const validate = ajv.getSchema(`openapi${json.schema.$ref}`);
          expect([operationId, validate?.(json.example), validate?.errors]).toEqual([
            operationId,
            true,
            null,
          ]);
          examples += 1;
        }
    expect(examples).toBeGreaterThan(OPERATIONS.length);
  });

  proves(['C1.open_answers', 'C1.null', 'C1.code_points'], 'says what the service accepts', async () => {
    const { components, paths } = await readOpenapi();
    const { LogMealInput, MealItemInput, Meal, ActivityInput, DaySummary } = components.schemas;
    const refuses = (schema: { additionalProperties?: boolean }) => schema.additionalProperties === false;
    expect([LogMealInput, MealItemInput, ActivityInput].map(refuses)).toEqual([true, true, true]);
    expect(Meal.additionalProperties).toBeUndefined();
    expect(LogMealInput.required).toEqual(['meal_type', 'items']);
    expect(LogMealInput.properties.items).toMatchObject({ minItems: 1, maxItems: 50 });
    expect(MealItemInput.properties.name).toMatchObject({ minLength: 1, maxLength: 200 });
    expect(MealItemInput.properties.weight_g.anyOf).toEqual([
      { type: 'number', exclusiveMinimum: 0, maximum: 20_000 },
      { type: 'null' },
    ]);
    expect(ActivityInput.properties.resting_hr.anyOf).toContainEqual({
      type: 'integer',
      minimum: 20,
      maximum: 250,
    });
    expect(DaySummary.properties.totals.anyOf).toEqual([
      { $ref: '#/components/schemas/Totals' },
      { type: 'null' },
    ]);
    for (const operation of OPERATIONS.filter(needsToken)) {
      const { security, responses } = paths[operation.path][operation.method.toLowerCase()];
      expect(security).toEqual([{ bearer: [operation.access] }]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '429']));
    }
  });

  proves(['S4.described'], 'says of each field once what it is, and so do the tools', async () => {
    const described = (value: Json): Json[] =>
      Array.isArray(value)
        ? value.flatMap(described)
        : typeof value === 'object' && value !== null
          ? [...(value.description ? [value] : []), ...Object.values(value).flatMap(described)]
          : [];
    for (const schema of [(await readOpenapi()).components.schemas, TOOLS.map(describeTool)]) {
      const nullable = described(schema).filter(({ anyOf }) => anyOf);
      expect(nullable.length).toBeGreaterThan(10);
      for (const { anyOf } of nullable)
        expect(anyOf.filter((option: Json) => option.description ?? option.examples)).toEqual([]);
    }
    // Go's and other engines know no look-around.
    expect(JSON.stringify([await readOpenapi(), TOOLS.map(describeTool)])).not.toMatch(/\(\?<?[=!]/);
    const { ShareLinkInput } = (await readOpenapi()).components.schemas;
    expect(JSON.stringify(ShareLinkInput)).not.toContain('default profile');
  });

  proves(
    ['C7.rate_headers', 'C7.service_away'],
    'names the headers and problems that answers have',
    async () => {
      const { components, paths } = await readOpenapi();
      const headersOf = ({ $ref }: { $ref: string }) =>
        Object.keys(components.responses[$ref.split('/').at(-1) ?? ''].headers);
      for (const operation of OPERATIONS) {
        const { responses } = paths[operation.path][operation.method.toLowerCase()];
        const isPassedOn = operation.owner !== 'gateway';
        expect([operation.id, '503' in responses, '504' in responses]).toEqual([
          operation.id,
          isPassedOn,
          isPassedOn,
        ]);
        for (const [status, response] of Object.entries<Json>(responses))
          if (needsToken(operation) && Number(status) >= 400)
            expect([operation.id, status, headersOf(response).includes('RateLimit')]).toEqual([
              operation.id,
              status,
              status !== '401',
            ]);
        if (responses[503]) expect(headersOf(responses[503])).toContain('Retry-After');
      }
    },
  );

  proves(['S1.documents'], 'is clean by the recommended rules of a linter', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'diary-openapi-'));
    const file = join(folder, 'openapi.json');
    const document = await readOpenapi();
    // The linter takes an address on this machine for one that was forgotten.
    await writeFile(
      file,
      JSON.stringify({ ...document, servers: [{ url: 'https://diary.example.org/api/v1' }] }),
    );
    const linted = await promisify(execFile)(
      process.execPath,
      [
        require.resolve('@redocly/cli/bin/cli.js'),
        'lint',
        '--format=json',
        `--config=${join(PROJECT, 'redocly.yaml')}`,
        file,
      ],
      { env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    ).catch((failure) => failure);
    await rm(folder, { recursive: true });
    expect(JSON.parse(linted.stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  });
});

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

describe('/connect.md', () => {
  proves(['S1.documents', 'S9.versions'], 'is Markdown of the version that everything names', async () => {
    const { status, headers, text } = await read('/connect.md');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toContain(`Version \`${INSTRUCTIONS_VERSION}\``);
    expect(headers.get('instructions-version')).toBe(INSTRUCTIONS_VERSION);
    expect((await call('GET', '/meta')).body.instructions_version).toBe(INSTRUCTIONS_VERSION);
  });

  proves(['S4.described'], 'lists every operation and every field as they are', async () => {
    const { text } = await read('/connect.md');
    const rows = rowsOf(text);
    for (const { id, method, path, access, query } of OPERATIONS) {
      const row = rows.find(([call]) => call === `\`${method} ${path}\``) ?? [];
      const scope = { none: 'none', poll_token: 'poll token' }[access as string] ?? `\`${access}\``;
      const parameters = Object.keys(query?.shape ?? {}).map((name) => `\`${name}\``);
      const tool = /^DELETE .(meals|activity|sleep|wellbeing)/.test(`${method} ${path}`)
        ? 'delete_record'
        : id;
      const isTool = TOOLS.some(({ name }) => name === tool);
      expect([path, ...row.slice(1, 4)]).toEqual([
        path,
        scope,
        parameters.join(', '),
        isTool ? `\`${tool}\`` : '',
      ]);
    }
    const calls = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[^`]*)`/g)].map(([, found]) => found);
    const served = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((found) => !served.includes(found ?? ''))).toEqual([]);

    const sections = text.split(/^### /m).slice(1);
    for (const { method, path, body } of OPERATIONS) {
      if (!body) continue;
      const first = sections.findIndex((section) => section.startsWith(`\`${method} ${path}\``));
      const after = sections.findIndex((section, index) => index > first && /^`[A-Z]/.test(section));
      const own = sections.slice(first, after < 0 ? undefined : after);
      const written = own.flatMap((section) => {
        const list = /^Each of `(\w+)`/.exec(section)?.[1];
        return rowsOf(section.split('\n## ')[0] ?? '')
          .filter(([name]) => name?.startsWith('`'))
          .map(([name, , required]): [string, boolean] => [
            `${list ? `${list}.` : ''}${name?.replaceAll('`', '')}`,
            required === 'yes',
          ]);
      });
      expect(written.toSorted()).toEqual(fieldsOf(body).toSorted());
    }
    for (const time of ['`bedtime`', '`wake_time`'])
      expect(rows).toContainEqual([time, 'string', '', expect.stringContaining('`HH:MM`')]);
  });

  proves(['C7.documented', 'S7.shape'], 'has the place that the type of each problem points to', async () => {
    const { text } = await read('/connect.md');
    const rows = rowsOf(text);
    for (const code of PROBLEM_CODES)
      expect(rows).toContainEqual([
        `<a id="${code}"></a>\`${code}\``,
        String(PROBLEMS[code].status),
        expect.any(String),
        expect.any(String),
      ]);
    const { body } = await call('GET', '/me');
    expect(body.type).toBe(`${site.url}/connect.md#token_missing`);
  });
});

describe('GET /meta', () => {
  proves(['C3.meta', 'S9.versions'], 'tells versions, addresses, scopes, languages and limits', async () => {
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
      limits: { requests_per_minute: LIMITS.requestsPerMinute, days_range: 93 },
    });
    expect(answer.scopes.map(({ name }: { name: string }) => name)).toEqual(ALL_SCOPES);
  });
});

describe('what everybody may read', () => {
  for (const path of ['/openapi.json', '/connect.md'])
    proves(['S1.documents', 'C1.on_every_answer'], `${path} is compressed, and not sent twice`, async () => {
      const first = await read(path, { 'accept-encoding': 'gzip' });
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(first.headers.get('cache-control')).toContain('public');
      const etag = first.headers.get('etag') ?? '';
      // fetch adds Cache-Control: no-cache, for the caches on the way.
      const again = await read(path, { 'if-none-match': etag });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    });

  for (const path of ['/openapi.json', '/connect.md', '/assets/style.css'])
    proves(['S1.documents', 'C1.on_every_answer'], `a HEAD of ${path} tells what a GET would`, async () => {
      const ofOneAnswer = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];
      for (const encoding of ['gzip', 'identity']) {
        const ask = async (method: string) => {
          const headers = { 'accept-encoding': encoding };
          const answer = await fetch(`${site.url}${path}`, { method, headers });
          const told = [...answer.headers].filter(([name]) => !ofOneAnswer.includes(name));
          return { status: answer.status, told, text: await answer.text() };
        };
        const [get, head] = [await ask('GET'), await ask('HEAD')];
        expect(get.text).not.toBe('');
        expect(head).toEqual({ ...get, text: '' });
      }
    });

  proves(['C8.assets'], 'the files of a page are its own and may be kept for ever', async () => {
    const { text } = await read('/');
    const files = [...text.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg))"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(file).toMatch(/^\/assets\//);
      const { status, headers } = await read(file);
      expect([file, status, headers.get('cache-control')]).toEqual([
        file,
        200,
        expect.stringContaining('immutable'),
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await read('/assets/nothing.css')).status).toBe(404);
    const posted = await fetch(`${site.url}/assets/style.css`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await read('/assets/..%2f..%2fpackage.json')).status).toBe(404);
  });
});
