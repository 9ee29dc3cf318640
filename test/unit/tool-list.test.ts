import { describe, expect } from '@jest/globals';
import { createServerInstructions } from 'shared/documents/instructions.ts';
import { jsonSchema } from 'shared/documents/json-schema.ts';
import { describeTool } from 'shared/documents/tool.ts';
import { SERVER_ICON } from 'shared/documents/tool-icons.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { proves } from '../support/proves.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, walked
type Json = any;

const LIST = TOOLS.map(describeTool);
/** Every schema within one, itself first. */
const schemasIn = (schema: Json): Json[] => [
  schema,
  ...Object.values(schema.properties ?? {}).flatMap(schemasIn),
  ...(schema.items ? schemasIn(schema.items) : []),
];
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** What the cards add to `_meta` (`C15.tools`): 16 tools name their view, in at most 48 bytes. */
const NAMED_VIEWS = 16 * 48;

describe('the list of tools', () => {
  proves(['C1.plain_schemas'], 'describes inputs plainly', () => {
    for (const { name, inputSchema } of LIST)
      for (const schema of schemasIn(inputSchema)) {
        expect([name, schema, typeof schema.type]).toEqual([name, schema, 'string']);
        expect(Object.keys(schema).filter((keyword) => !PLAIN.includes(keyword))).toEqual([]);
        if (schema.type === 'array') expect(schema.items).toEqual(expect.anything());
        if (schema.enum) expect(schema.enum).not.toContain(null);
        expect(schema.maxLength ?? 0).toBeLessThan(2000);
      }
  });
  const PLAIN = [
    ...['type', 'description', 'enum', 'properties', 'required', 'items', 'minItems', 'maxItems'],
    ...['minLength', 'maxLength', 'minimum', 'maximum'],
  ];
  const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'];

  proves(['C6.bounds'], 'keeps every bound of an input, the long ones in words', () => {
    for (const [index, { input }] of TOOLS.entries()) {
      const shown = schemasIn(LIST[index]?.inputSchema);
      for (const [place, { description, ...contract }] of schemasIn(jsonSchema(input)).entries()) {
        const isLong = contract.maxLength >= 2000;
        for (const bound of BOUNDS)
          if (!(isLong && bound === 'maxLength'))
            expect([description, bound, shown[place][bound]]).toEqual([description, bound, contract[bound]]);
        if (isLong) expect(shown[place].description).toContain(`At most ${contract.maxLength} characters.`);
      }
    }
  });

  proves(['C1.plain_schemas'], 'says of each optional figure to leave out what is not known', () => {
    const figures = LIST.flatMap(({ inputSchema }) => schemasIn(inputSchema))
      // What a correction of an item leaves out stays, known or not.
      .filter(({ properties = {} }) => !(properties.id && properties.multiply))
      .flatMap(({ properties = {}, required = [] }) =>
        Object.entries<Json>(properties).filter(
          ([name, { type }]) =>
            NUMBERS.includes(type) && !required.includes(name) && !NO_FIGURES.includes(name),
        ),
      );
    expect(figures.length).toBeGreaterThan(20);
    for (const [name, { description }] of figures)
      expect([name, description]).toEqual([
        name,
        expect.stringMatching(/[Ll]eave out what is not known, never 0/),
      ]);
    const [item] = schemasIn(LIST[0]?.inputSchema).filter(({ properties }) => properties?.weight_g);
    expect(item.properties.weight_g.minimum).toBe(0.01);
  });
  const NUMBERS = ['number', 'integer'];
  const NO_FIGURES = ['confidence', 'expires_in_days', 'multiply', 'limit', 'version', 'if_version'];

  proves(['C6.sizes'], 'describes answers by types, null and required names alone', () => {
    for (const { name, outputSchema } of LIST)
      for (const schema of schemasIn(outputSchema)) {
        const { type, properties, required, items, ...rest } = schema;
        expect([name, rest]).toEqual([name, {}]);
        expect(type).toEqual(expect.anything());
        if (properties) expect(required).toEqual(expect.any(Array));
        if ([type].flat().includes('array')) expect(items).toEqual(expect.anything());
      }
  });

  proves(['C6.sizes'], 'is small, and so is each description', () => {
    expect(LIST.length).toBe(21);
    expect(bytesOf({ tools: LIST }) + NAMED_VIEWS).toBeLessThanOrEqual(40_000);
    expect(bytesOf(LIST.map(({ outputSchema }) => outputSchema))).toBeLessThanOrEqual(13_000);
    for (const { name, description } of LIST) {
      expect([name, description.length <= 900]).toEqual([name, true]);
      expect(name).toMatch(/^[a-z_]{1,40}$/);
    }
    expect(createServerInstructions(`https://${'x'.repeat(42)}`).length).toBeLessThanOrEqual(1200);
  });

  proves(['C6.told'], 'tells a model without a clock what to do about the time', () => {
    const logMeal: Json = LIST[0];
    expect(logMeal.description).toMatch(/[Jj]ust after midnight/);
    expect(logMeal.inputSchema.properties.eaten_at.description).toMatch(/now when absent/);
  });

  proves(['C6.security_schemes'], 'says of each tool how to sign in, twice', () => {
    for (const [index, { securitySchemes, _meta }] of LIST.entries()) {
      expect(securitySchemes).toEqual([{ type: 'oauth2', scopes: [TOOLS[index]?.scope] }]);
      expect(_meta).toEqual({ securitySchemes });
    }
  });

  proves(['C6.icons'], 'has a drawing each for reading, writing and sharing', () => {
    const drawings = LIST.map(({ icons }) => icons[0]?.src ?? '');
    const drawingOf = (name: string) => drawings[LIST.findIndex((tool) => tool.name === name)];
    expect(new Set(drawings).size).toBe(3);
    expect(drawingOf('get_report')).toBe(drawingOf('list_meals'));
    expect(
      new Set([drawingOf('log_meal'), drawingOf('list_meals'), drawingOf('create_share_link')]).size,
    ).toBe(3);
    for (const src of [SERVER_ICON.src, ...drawings]) {
      expect(src.length).toBeLessThanOrEqual(1024);
      expect(URL.canParse(src)).toBe(true);
      expect(decodeURIComponent(src)).toMatch(/^data:image\/svg\+xml,<svg xmlns=.*<\/svg>$/);
    }
  });
});
