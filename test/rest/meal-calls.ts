import { type Answer, call } from '../support/client.ts';

export const log = (token: string, body: unknown): Promise<Answer> => call('POST', '/meals', { token, body });

export const list = (token: string, day: string): Promise<Answer> =>
  call('GET', '/meals', { token, query: { day } });
