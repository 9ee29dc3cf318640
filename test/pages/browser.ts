import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { language } from 'shared/contract/fields.ts';

export const LANGUAGES = language.options;
/** The viewport of a phone. */
export const PHONE = { width: 390, height: 800 };

let browser: Promise<Browser> | undefined;

const launch = (): Promise<Browser> => {
  browser ??= chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  return browser;
};

export const closeBrowser = async (): Promise<void> => (await browser)?.close();

/** A page in a browser profile of its own, and what happened in it. */
export type Visit = {
  page: Page;
  /** Every line of the console, and every uncaught error. */
  complaints: string[];
  /** The origins of all requests. */
  origins: Set<string>;
  close: () => Promise<void>;
};

/** Opens a new browser profile, in English unless `options.locale` says otherwise. */
export const visit = async (options: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await (await launch()).newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (line) => complaints.push(line.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  return { page, complaints, origins, close: () => context.close() };
};

/** Waits until the main heading of a page is `name`. */
export const waitForHeading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** The cells of the rows that a selector finds. */
export const rowsOf = (page: Page, selector: string): Promise<(string | null)[][]> =>
  page
    .locator(selector)
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

/** The small prints that would run into the words before them without a style sheet, as in a text browser or a reading view. */
export const gluedSmallPrints = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('small')].flatMap((small) => {
    let before = '';
    for (let node = small.previousSibling; node; node = node.previousSibling) {
      if (node instanceof Element && !getComputedStyle(node).display.startsWith('inline')) break;
      before = node.textContent + before;
    }
    return /\\S$/.test(before) ? [before + small.textContent] : [];
  })`);

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The accessibility faults that axe finds, one line each; by all of its rules, or only those named. */
export const accessibilityFindings = async (page: Page, rules?: string[]): Promise<string[]> => {
  await page.evaluate(await axeSource);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults;
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
};
