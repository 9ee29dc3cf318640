import { open, type PageAnswer, postAs, type SignedIn } from '../person/steps.ts';
import { csrfIn } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';

/** Sends a file as the form of `/account/import` does, the fields before the file. */
export const sendFile = async (
  person: SignedIn,
  name: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<PageAnswer> => {
  const form = new FormData();
  form.set('csrf', csrfIn((await open('/account', person)).html));
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  const response = await fetch(new URL('/account/import', person.set.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', origin: person.set.url, cookie: person.cookie },
    body: form,
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

export type ShownImport = { path: string; state: string; html: string };

/** The page of an import as soon as it is in one of these states. */
export const importIn = (person: SignedIn, path: string, ...states: string[]): Promise<ShownImport> =>
  eventually(
    async () => {
      const { html } = await open(path, person);
      const state = /<main id="main" data-state="(\w+)"/.exec(html)?.[1] ?? '';
      return states.includes(state) && { path, state, html };
    },
    `an import to be ${states.join(' or ')}`,
    1_200_000,
  );

/** Sends a file and waits for what comes of it. */
export const previewOf = async (
  person: SignedIn,
  name: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<ShownImport> => {
  const { status, headers, html } = await sendFile(person, name, content, fields);
  if (status !== 303) throw new Error(`the file was answered with ${status}: ${html}`);
  return importIn(person, headers.get('location') ?? '', 'preview', 'refused', 'failed');
};

/** Presses a button of an import's page, and waits for what it leads to. */
export const press = async (
  person: SignedIn,
  { path }: Pick<ShownImport, 'path'>,
  action: string,
  ...states: string[]
): Promise<ShownImport> => {
  const { status } = await postAs(person, path, { action, existing: 'keep' });
  if (status !== 303) throw new Error(`${action} was answered with ${status}`);
  return importIn(person, path, ...states);
};

/** What a file brings: previewed and imported. */
export const imported = async (
  person: SignedIn,
  name: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<ShownImport> =>
  press(person, await previewOf(person, name, content, fields), 'import', 'done', 'failed');

/** The counts of an import's page. */
export const countsIn = ({ html }: Pick<ShownImport, 'html'>): Record<string, number> =>
  Object.fromEntries(
    [...html.matchAll(/id="count-(\w+)">(\d+)</g)].map(([, name, count]) => [name, Number(count)]),
  );

/** The cells of a table, by its id. */
const rowsIn = (id: string, html: string): string[][] => {
  const [, table = ''] = new RegExp(`<table id="${id}"[^>]*>.*?<tbody>(.*?)</tbody>`, 's').exec(html) ?? [];
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '').trim()),
  );
};

/** The rows that do not come: line, text, why. */
export const refusedIn = ({ html }: Pick<ShownImport, 'html'>): string[][] => rowsIn('refused', html);

/** The days that have records already, and what becomes of each. */
export const existingIn = ({ html }: Pick<ShownImport, 'html'>): string[][] => rowsIn('existing-days', html);

/** Everything of a person, as the download has it. */
export const downloadOf = async (person: SignedIn) => {
  const { html } = await open('/account/download/json', person);
  return JSON.parse(html);
};
