import { describe, expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { problem } from 'shared/contract/problem.ts';
import { jsonSchema } from 'shared/documents/json-schema.ts';
import type { Tool } from 'shared/documents/tool.ts';
import { findTool } from 'shared/documents/tools.ts';
import { readLeniently } from '../../services/mcp/src/lenient/read-leniently.ts';
import { callTool, post, send } from '../mcp/mcp-client.ts';
import { encode, VERSIONS, type Version } from '../mcp/messages.ts';
import { type Answer, newConnection } from '../support/client.ts';
import { INTERNALS } from '../support/internals.ts';
import { proves } from '../support/proves.ts';
import { expectNoCrash, expectNoFault, expectProblemDocument, fuzzOptions } from './expectations.ts';
import { type JsonSchema, valuesOf, withoutNulls } from './json-schema-values.ts';
import { HOSTILE, mutated } from './mutated-json.ts';

type Described = { name: string; outputSchema: JsonSchema };

const CALLS_PER_TOKEN = 50;
let token = (await newConnection()).token;
let used = 0;
const nextToken = async (): Promise<string> => {
  if (used >= CALLS_PER_TOKEN) [token, used] = [(await newConnection()).token, 0];
  used += 1;
  return token;
};

const tools: Described[] = (await send({ method: 'tools/list' }, { token })).body.result.tools;
const ajv = addFormats.default(new Ajv2020({ strict: false }));
const isValid = (schema: JsonSchema, value: unknown): boolean => ajv.validate(schema, value) === true;
const toolOf = ({ name }: Described): Tool => findTool(name) as Tool;
/** All that the service checks: of the listed schema, some stands in words (`tool-input-schema.ts`). */
const inputSchemaOf = (tool: Described) => jsonSchema(toolOf(tool).input) as JsonSchema;
/** These schemas have no `$ref` to resolve. */
const argumentsOf = (tool: Described) => valuesOf(inputSchemaOf(tool), () => ({}));

/** Expects a valid MCP answer: a result, an error result, a JSON-RPC error, or a problem of the request. */
const expectAnswered = (answer: Answer): void => {
  expectNoFault(answer);
  const { body, text, status } = answer;
  if (answer.headers.get('content-type')?.startsWith('application/problem+json'))
    expectProblemDocument(answer);
  else if (text === '') expect([200, 202]).toContain(status);
  else for (const message of [body].flat()) expectMessage(message);
};

type Message = { error?: unknown; result?: Parameters<typeof expectRefusal>[0] & { isError?: boolean } };

const expectMessage = (message: Message): void => {
  expect(message).toMatchObject({ jsonrpc: '2.0' });
  if (message.error)
    expect(message.error).toMatchObject({
      code: expect.any(Number),
      message: expect.not.stringMatching(INTERNALS),
    });
  else if (message.result?.isError) expectRefusal(message.result);
  else expect(message.result).toEqual(expect.any(Object));
};

const expectRefusal = ({
  content,
  structuredContent,
}: {
  content: { text: string }[];
  structuredContent?: unknown;
}) => {
  const [refusal] = content;
  expect(refusal?.text).not.toMatch(INTERNALS);
  expect(problem.strict().parse(JSON.parse(refusal?.text ?? '')).status).toBeLessThan(500);
  expect(structuredContent).toBeUndefined();
};

expectNoCrash();

const version = fc.constantFrom<Version>(...VERSIONS);
const REFUSALS = [
  'not_found',
  'invalid_range',
  'range_too_long',
  'too_many_profiles',
  'idempotency_conflict',
  'version_conflict',
  'not_kept',
];
/**
 * What a schema without a choice of forms cannot say is refused in words: that fields do not go together, or that there are none; nor
 * does it tell a cursor of ours.
 */
const DEPENDENT = [
  'set_activity',
  'set_sleep',
  'get_report',
  'update_meal',
  'update_wellbeing_note',
  'copy_meal',
  'list_changes',
];
const refusalsOf = (name: string): string[] =>
  DEPENDENT.includes(name) ? [...REFUSALS, 'validation_failed'] : REFUSALS;

describe('arguments that are', () => {
  for (const tool of tools) {
    proves(['Z.valid', 'C6.result'], `valid are accepted by ${tool.name}`, async () => {
      const property = fc.asyncProperty(argumentsOf(tool), version, async (args, version) => {
        const answer = await callTool(tool.name, args as Record<string, unknown>, {
          token: await nextToken(),
          version,
        });
        expectAnswered(answer);
        const { isError, structuredContent, content } = answer.body.result;
        if (isError) expect(refusalsOf(tool.name)).toContain(JSON.parse(content[0].text).code);
        else
          expect([isValid(tool.outputSchema, structuredContent), structuredContent]).toEqual([
            true,
            JSON.parse(content[0].text),
          ]);
      });
      await fc.assert(property, fuzzOptions(6));
    });

    proves(
      ['Z.fuzz', 'H6'],
      `nearly valid are refused by ${tool.name}, or used as what they are`,
      async () => {
        const property = fc.asyncProperty(mutated(argumentsOf(tool)), version, async (args, version) => {
          const { headers, body } = encode(version, {
            method: 'tools/call',
            params: { name: tool.name, arguments: {} },
          });
          const text = JSON.stringify(body).replace('"arguments":{}', () => `"arguments":${args}`);
          const answer = await post(text, { token: await nextToken(), headers });
          expectAnswered(answer);
          const { result } = answer.body;
          if (!result || result.isError) return;
          // Null counts as absent, and absent arguments as none; what is read leniently is the strict input that it means.
          const { input } = readLeniently(toolOf(tool), JSON.parse(text).params.arguments ?? {});
          expect(isValid(inputSchemaOf(tool), withoutNulls(input))).toBe(true);
        });
        await fc.assert(property, fuzzOptions(12));
      },
    );
  }
});

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'server/discover',
  'subscriptions/listen',
  'resources/read',
  'prompts/get',
  'notifications/initialized',
  'notifications/cancelled',
  'logging/setLevel',
  'completion/complete',
  'tasks/get',
  'rpc.discover',
  '',
  '__proto__',
  'constructor',
  'toString',
  'tools/call\u0000',
  'x'.repeat(5000),
];

const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '1.0', ''),
    id: fc.constantFrom(1, 'a', '', -1, 1.5, null, '__proto__', 'x'.repeat(3000)),
    method: fc.constantFrom(...METHODS),
    params: fc.record(
      {
        name: fc.constantFrom('get_day', 'log_meal', 'unknown', '', '__proto__', 'toString'),
        arguments: fc.constantFrom({}, [], null, { day: '2026-10-04' }),
        cursor: fc.constantFrom('x', ''),
        protocolVersion: fc.constantFrom(...VERSIONS, '2031-01-01', ''),
        capabilities: fc.constantFrom({}, { elicitation: {} }),
        clientInfo: fc.constantFrom({ name: 'x', version: '1' }, {}),
        _meta: fc.constantFrom(
          {},
          { progressToken: 1 },
          { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
        ),
        requestId: fc.constantFrom(1, 'x'),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);
const messages = fc.oneof(
  { weight: 3, arbitrary: message },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }) },
);

const headers = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom(...VERSIONS, '2031-01-01', '', '\u00ff', 'x'.repeat(2000)),
    'mcp-session-id': fc.constantFrom('x', '', '\u00ff'),
    'mcp-method': fc.constantFrom('tools/call', 'ping', '', '\u00ff', '=?base64?AA==?='),
    'mcp-name': fc.constantFrom('get_day', '', '\u00ff', '=?base64?\u00ff?='),
    'last-event-id': fc.constantFrom('0', '\u00ff'),
    accept: fc.constantFrom('', 'text/event-stream', 'application/json', '\u00ff'),
    'content-type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-8'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;

proves(['Z.fuzz', 'H5', 'H6'], 'a nearly valid MCP message is answered as MCP specifies', async () => {
  const property = fc.asyncProperty(
    fc.oneof(
      messages.map((one) => JSON.stringify(one)),
      mutated(messages),
    ),
    headers,
    async (text, headers) => {
      expectAnswered(await post(text, { token: await nextToken(), headers }));
    },
  );
  await fc.assert(property, fuzzOptions(300));
});

proves(['Z.fuzz', 'H1'], 'without a token every message is refused', async () => {
  const property = fc.asyncProperty(
    mutated(messages),
    headers,
    fc.constantFrom(...HOSTILE),
    async (text, headers, secret) => {
      const authorization = { authorization: `Bearer ${encodeURIComponent(secret).slice(0, 2000)}` };
      const answer = await post(text, { headers: { ...headers, ...authorization } });
      expectProblemDocument(answer);
      expect([400, 401, 413]).toContain(answer.status);
    },
  );
  await fc.assert(property, fuzzOptions(40));
});
