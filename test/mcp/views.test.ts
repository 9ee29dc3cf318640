import { beforeAll, describe, expect } from '@jest/globals';
import { HtmlValidate } from 'html-validate';
import { describeTool } from 'shared/documents/tool.ts';
import { TOOLS } from 'shared/documents/tools.ts';
import { newToken } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
import { site } from '../support/set.ts';
import { CLIENTS, send } from './mcp-client.ts';
import { VERSIONS } from './messages.ts';

const EXTENSION = 'io.modelcontextprotocol/ui';
const MIME_TYPE = 'text/html;profile=mcp-app';

/** The tools whose results each view shows. */
const SHOWN_FOR = {
  record: [
    ...['log_meal', 'update_meal', 'copy_meal', 'set_activity', 'set_sleep', 'add_wellbeing_note'],
    ...['update_wellbeing_note', 'delete_record', 'restore_record'],
  ],
  day: ['get_day', 'list_meals'],
  report: ['get_report', 'list_days'],
  link: ['create_share_link', 'list_share_links', 'revoke_share_link'],
};
const NAMES = Object.keys(SHOWN_FOR);

let token: string;
beforeAll(async () => {
  token = await newToken();
});

const result = async (
  method: string,
  params: Record<string, unknown> = {},
  version: (typeof VERSIONS)[number] = '2025-11-25',
) => {
  const { body } = await send({ method, params }, { token, version });
  return body.result;
};
const pathOf = (uri: string): string => uri.replace(/\?.*/, '');

describe.each(VERSIONS)('a client of %s', (version) => {
  proves(
    ['C15.views', 'C15.tools'],
    'finds the four views, and each tool the one that shows it',
    async () => {
      const { resources, nextCursor } = await result('resources/list', {}, version);
      expect(nextCursor).toBeUndefined();
      expect(
        resources.map(({ uri, mimeType }: Record<string, string>) => [pathOf(String(uri)), mimeType]),
      ).toEqual(NAMES.map((name) => [`ui://diary/${name}`, MIME_TYPE]));
      const { tools } = await result('tools/list', {}, version);
      for (const { name, _meta } of tools) {
        const view = Object.entries(SHOWN_FOR).find(([, shown]) => shown.includes(name))?.[0];
        const uri = resources.find((resource: { name: string }) => resource.name === view)?.uri;
        expect([name, _meta.ui?.resourceUri]).toEqual([name, uri]);
      }
    },
  );

  proves(['C15.tools'], 'gets a list of tools that differs in nothing but its _meta', async () => {
    const { tools } = await result('tools/list', {}, version);
    const bare = (list: object[]) => list.map((tool) => JSON.stringify({ ...tool, _meta: null }));
    expect(bare(tools)).toEqual(bare(TOOLS.map(describeTool)));
  });

  proves(
    ['C15.views', 'C15.version'],
    'reads a view by its address, by its name, and by an old version',
    async () => {
      const { resources } = await result('resources/list', {}, version);
      const [{ uri }] = resources;
      expect(uri).toMatch(/^ui:\/\/diary\/record\?v=[\w-]{4}$/);
      const texts = [];
      for (const asked of [uri, pathOf(uri), `${pathOf(uri)}?v=00000000`]) {
        const { contents } = await result('resources/read', { uri: asked }, version);
        const [{ text, ...content }] = contents;
        expect(content).toEqual({ uri: asked, mimeType: MIME_TYPE, _meta: { ui: { prefersBorder: true } } });
        texts.push(text);
      }
      expect(new Set(texts).size).toBe(1);
    },
  );

  proves(['C15.views'], 'learns that there is nothing else to read', async () => {
    for (const uri of ['ui://diary/other', 'file:///etc/passwd', 'ui://diary/record/..']) {
      const { body } = await send({ method: 'resources/read', params: { uri } }, { token, version });
      expect([uri, body.error?.code, body.error?.data]).toEqual([uri, -32602, { uri }]);
    }
  });
});

proves(['C15.extension'], 'every client learns of the extension, and calls go on without it', async () => {
  for (const [name, connect] of Object.entries(CLIENTS)) {
    const client = await connect(token);
    const capabilities = client.getServerCapabilities();
    expect([name, Object(capabilities).extensions, Object(capabilities).resources]).toEqual([
      name,
      { [EXTENSION]: {} },
      {},
    ]);
    const { structuredContent } = await client.callTool({ name: 'whoami', arguments: {} });
    expect([name, Object(structuredContent).account.email]).toEqual([name, expect.any(String)]);
    await client.close();
  }
});

proves(['C15.version'], 'an answer with a view says for how long it may be kept', async () => {
  const { resources } = await result('resources/list', {}, '2026-07-28');
  const read = await result('resources/read', { uri: resources[0].uri }, '2026-07-28');
  expect([read.cacheScope, read.ttlMs > 0]).toEqual(['public', true]);
});

describe.each(NAMES)('the view %s', (name) => {
  let text: string;
  beforeAll(async () => {
    ({
      contents: [{ text }],
    } = await result('resources/read', { uri: `ui://diary/${name}` }));
  });

  proves(['C15.size', 'C15.no_requests'], 'is small, and holds no address but the site’s', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(180 * 1024);
    const addresses = [...text.matchAll(/\b(?:https?|wss?):\/\/[^\s"'`<>)]*/g)].map(([address]) => address);
    // An XML namespace is a name.
    const allowed = [site.url, 'http://www.w3.org/2000/svg'];
    expect(addresses.filter((address) => !allowed.includes(address))).toEqual([]);
    expect(text).not.toMatch(
      /@import|url\((?!#)|\bfetch\(|XMLHttpRequest|localStorage|sessionStorage|indexedDB/,
    );
  });

  proves(
    ['C15.views', 'C15.first_paint'],
    'is a document that says what it waits for before its script runs',
    async () => {
      const withoutScript = text.replace(/<script>.*<\/script>/s, '');
      const { valid, results } = await new HtmlValidate({
        extends: ['html-validate:standard'],
      }).validateString(withoutScript);
      expect([valid, results.flatMap(({ messages }) => messages.map(({ message }) => message))]).toEqual([
        true,
        [],
      ]);
      for (const words of ['Waiting for', 'Esperando', 'Ждём']) expect(withoutScript).toContain(words);
    },
  );
});
