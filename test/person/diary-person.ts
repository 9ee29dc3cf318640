import type { BrowserContextOptions } from 'playwright-core';
import type { Profile } from 'shared/contract/operations/profiles.ts';
import { type Visit, visit } from '../pages/browser.ts';
import { type Connection, call, newConnection } from '../support/client.ts';
import { type SignedIn, signIn } from './steps.ts';

/** A signed-in person with a connected assistant. */
export type Person = Connection & SignedIn;

export const newPerson = async (options: Parameters<typeof newConnection>[0] = {}): Promise<Person> => {
  const connection = await newConnection(options);
  return { ...connection, ...(await signIn(connection.email, options.set)) };
};

/** Calls the API as the person's assistant. */
export const callAs = async (
  { token, set }: Person,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const answer = await call(method, path, { token, set, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
};

export const profilesOf = async (person: Person): Promise<Profile[]> =>
  (await callAs(person, 'GET', '/profiles')).profiles;

/** Opens a browser signed in as the person. */
export const visitAs = async (person: SignedIn, options: BrowserContextOptions = {}): Promise<Visit> => {
  const visited = await visit(options);
  const [name = '', value = ''] = person.cookie.split('=');
  await visited.page.context().addCookies([{ name, value, url: person.set.url }]);
  return visited;
};

/** Where an accepted form redirects. */
export const locationOf = ({ headers }: { headers: Headers }): string => headers.get('location') ?? '';
