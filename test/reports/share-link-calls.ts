import { createShareLink } from 'shared/contract/operations/share-links.ts';
import { expectSuccess } from '../rest/answers.ts';
import { type Answer, call } from '../support/client.ts';

export const share = async (token: string, body: object = {}) =>
  expectSuccess(createShareLink, await call('POST', '/share-links', { token, body }));

export const revoke = (token: string, id: string): Promise<Answer> =>
  call('DELETE', `/share-links/${id}`, { token });
