import { createMCPClient } from '@ai-sdk/mcp';
import { mcpToTool } from '@google/genai';
import { describe, expect } from '@jest/globals';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { asSchema } from 'ai';
import { toStrictJsonSchema } from 'openai/lib/transform';
import { TOOLS } from 'shared/documents/tools.ts';
import { item, meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { CLIENTS } from './mcp-client.ts';

const NAMES = TOOLS.map(({ name }) => name);
const url = `${site.url}/mcp`;
const authorized = (token: string) => ({ authorization: `Bearer ${token}` });

type JsonSchema = Parameters<typeof toStrictJsonSchema>[0];

/** What whoever makes strict functions does first: a strict function has no optional fields, only those that may be null. */
const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(
      Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, field]) => [
        name,
        schema.required?.includes(name)
          ? nullable(field)
          : { anyOf: [nullable(field), { type: 'null' as const }] },
      ]),
    ),
  }),
  ...(schema.items && { items: nullable(schema.items as JsonSchema) }),
});

const expectStored = async (token: string): Promise<void> => {
  const { meals } = (await call('GET', '/meals', { token })).body;
  expect(meals).toMatchObject([{ meal_type: meal.meal_type, items: [item] }]);
};

describe('the list of tools and a call, through what models are called by:', () => {
  proves(['C1.plain_schemas', 'C1.null', 'C6.list'], 'OpenAI functions, strict', async () => {
    const { token } = await newConnection();
    const client = await CLIENTS['SDK 2.x, 2025'](token);
    const { tools } = await client.listTools();
    for (const { name, description, inputSchema } of tools) {
      const strict = toStrictJsonSchema(nullable(inputSchema as JsonSchema));
      expect([name, strict.additionalProperties]).toEqual([name, false]);
      expect(new Set(strict.required)).toEqual(new Set(Object.keys(inputSchema.properties ?? {})));
      expect(description?.length).toBeLessThanOrEqual(1024);
    }
    // A model states every field of a strict function.
    const [logMeal] = tools;
    const nulls = Object.fromEntries(
      Object.keys(logMeal?.inputSchema.properties ?? {}).map((name) => [name, null]),
    );
    const { isError } = await client.callTool({ name: 'log_meal', arguments: { ...nulls, ...meal } });
    expect(isError).toBeUndefined();
    await expectStored(token);
    await client.close();
  });

  proves(['C1.plain_schemas', 'C6.list'], 'Gemini declarations', async () => {
    const { token } = await newConnection();
    const client = (await CLIENTS['SDK 1.x'](token)) as ClientV1;
    const gemini = mcpToTool(client);
    const { functionDeclarations = [] } = await gemini.tool();
    expect(functionDeclarations.map(({ name }) => name)).toEqual(NAMES);
    const args = { ...meal };
    const [answer] = await gemini.callTool([{ name: 'log_meal', args }]);
    expect(answer?.functionResponse?.response).toMatchObject({
      structuredContent: { meal_type: meal.meal_type },
    });
    await expectStored(token);
    await client.close();
  });

  proves(['C1.plain_schemas', 'C6.list'], 'LangChain tools', async () => {
    const { token } = await newConnection();
    const client = new MultiServerMCPClient({
      mcpServers: { diary: { transport: 'http', url, headers: authorized(token) } },
    });
    const tools = await client.getTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    for (const tool of tools) expect(convertToOpenAITool(tool).function.name).toBe(tool.name);
    await tools.find(({ name }) => name === 'log_meal')?.invoke({ ...meal, toolCallId: 'call_1' });
    await expectStored(token);
    await client.close();
  });

  proves(['C1.plain_schemas', 'C6.list'], 'AI SDK tools', async () => {
    const { token } = await newConnection();
    const client = await createMCPClient({ transport: { type: 'http', url, headers: authorized(token) } });
    const tools = await client.tools();
    expect(Object.keys(tools)).toEqual(NAMES);
    for (const tool of Object.values(tools))
      expect(await asSchema(tool.inputSchema).jsonSchema).toMatchObject({ type: 'object' });
    await tools.log_meal?.execute(meal, { toolCallId: 'call_1', messages: [], context: {} });
    await expectStored(token);
    await client.close();
  });
});
