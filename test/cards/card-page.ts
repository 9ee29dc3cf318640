import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { FrameLocator } from 'playwright-core';
import { openHost, setSwitch, showCard } from '../../scripts/cards/drive-host.ts';
import { closeBrowser, type Visit, visit } from '../pages/browser.ts';
import { environment } from '../support/config.ts';
import { site } from '../support/set.ts';
import { endProcess } from '../support/start-part.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/cards.ts', import.meta.url));

/** The host of `npm run cards` on the set of the tests, and its address. */
type CardHost = { url: string; process: ChildProcess };

const startHost = async (): Promise<CardHost> => {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...environment, DATA_DIR: site.dataDir, SITE_URL: site.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for (;;) {
    const [chunk] = await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`npm run cards ended with ${code}`);
      }),
    ]);
    printed += chunk;
    const url = /^(http\S+\/)#/m.exec(printed)?.[1];
    if (url) return { url, process: child };
  }
};

/** A message that a card sent to its host. */
type Sent = { method: string; params: Record<string, never> };

/** A host in a browser, with the cards that it shows. */
export type CardPage = Omit<Visit, 'close'> & {
  /** Every address that a card asked for, but that of its own document. */
  asked: string[];
  /** Sets a switch of the host. */
  set: (name: string, value: string | boolean) => Promise<void>;
  /** Has the model call a tool, and shows its card; returns it. */
  show: (tool: string, args?: object) => Promise<FrameLocator>;
  /** What the cards sent, of one method. */
  sent: (method: string) => Promise<Sent['params'][]>;
  /** What the model was last told. */
  context: () => Promise<
    { content: { text: string }[]; structuredContent: { records: object[] } } | undefined
  >;
  close: () => Promise<void>;
};

/** What the host’s library writes for developers, and what the browser says of its client’s requests: one asks for a stream (`C6.transport`). */
const OF_THE_HOST = /^(Parsed|Sending|Ignoring) message|(status of (401|405|429)|ERR_INTERNET_DISCONNECTED)/;

/** Opens a host for whoever has the token. */
const openPage = async (
  host: CardHost,
  token: string,
  options: Parameters<typeof visit>[0] = {},
): Promise<CardPage> => {
  const opened = await visit(options);
  const { page } = opened;
  const asked: string[] = [];
  // A card is a frame in a frame of the page.
  page.on('request', (request) => {
    const isOfCard = request.frame().parentFrame()?.parentFrame();
    if (isOfCard && request.url() !== 'about:srcdoc') asked.push(request.url());
  });
  await openHost(page, host.url, token);
  return {
    ...opened,
    get complaints() {
      return opened.complaints.filter((line) => !OF_THE_HOST.test(line));
    },
    asked,
    set: (name, value) => setSwitch(page, name, value),
    show: (tool, args = {}) => showCard(page, tool, args),
    sent: async (method) => {
      const lines = ((await page.locator('#log').textContent()) ?? '').split('\n').filter(Boolean);
      const sent = lines.map((line): Sent => JSON.parse(line));
      return sent.filter((one) => one.method === method).map(({ params }) => params);
    },
    context: async () => JSON.parse((await page.locator('#context').textContent()) || 'null') ?? undefined,
  };
};

type OpenCards = (token: string, options?: Parameters<typeof visit>[0]) => Promise<CardPage>;

/**
 * A host for the tests of a file, and what opens it. After each test its page is closed; it must have asked for nothing and complained
 * of nothing.
 */
export const useCardHost = (): OpenCards => {
  let host: CardHost;
  let page: CardPage;
  beforeAll(async () => {
    host = await startHost();
  });
  afterEach(async () => {
    await page.close();
    expect([page.asked, page.complaints]).toEqual([[], []]);
  });
  afterAll(async () => {
    await endProcess(host.process, 'SIGTERM');
    await closeBrowser();
  });
  return async (token, options) => {
    page = await openPage(host, token, options);
    return page;
  };
};
