import { describe, expect } from '@jest/globals';
import { INTROSPECTION_PATH } from 'shared/calls/introspection.ts';
import { PRINCIPAL_HEADER, type Principal, signPrincipal } from 'shared/calls/principal.ts';
import { connectedAssistant, exportedAccount, exportedConnection } from 'shared/http/export-parts.ts';
import { createKeys, hashSecret } from 'shared/process/keys.ts';
import { exportedCall } from 'shared/queues/call-log.ts';
import { loadOrCreateSecretKey } from '../../scripts/secret-key.ts';
import { meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { callLogOf } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { readParts, site } from '../support/set.ts';

proves(['A.assistants'], 'auth tells services only whose a secret is', async () => {
  const { token } = await newConnection();
  const { port } = (await readParts(site.dataDir)).auth ?? {};
  const answer = await fetch(`http://127.0.0.1:${port}${INTROSPECTION_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credential: 'token', hash: hashSecret(token) }),
  });
  expect(answer.status).toBe(404);
});

describe('what auth exports to the other services', () => {
  const fetchAs = async (path: string, kind?: 'service' | 'person') => {
    const keys = createKeys([loadOrCreateSecretKey(site.dataDir)]);
    const principal = signPrincipal(keys, { kind, service: 'diary' } as Principal);
    const { port } = (await readParts(site.dataDir)).auth ?? {};
    return fetch(`http://127.0.0.1:${port}${path}`, {
      headers: kind ? { [PRINCIPAL_HEADER]: principal } : {},
    });
  };

  proves(['A.assistants'], 'is for services only', async () => {
    const { account } = await newConnection();
    for (const part of ['assistants', 'account', 'connections', 'call_log']) {
      const full = `/internal/export/${part}?account_id=${account.id}`;
      expect((await fetchAs(full, 'service')).status).toBe(200);
      for (const kind of [undefined, 'person'] as const) expect((await fetchAs(full, kind)).status).toBe(404);
      const answer = await fetch(site.url + full, { headers: { [PRINCIPAL_HEADER]: 'forged' } });
      expect(answer.status).toBe(404);
    }
    expect((await fetchAs('/internal/export/assistants', 'service')).status).toBe(400);
  });

  proves(['A.assistants'], 'is complete, and contains no secret', async () => {
    const { account, email, token } = await newConnection();
    await call('POST', '/meals', { token, body: meal });
    await eventually(async () => (await callLogOf(account.id)).length === 1, 'the call to be logged');
    const lines = async (part: string) =>
      (await (await fetchAs(`/internal/export/${part}?account_id=${account.id}`, 'service')).text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const [assistant] = await lines('assistants');
    expect(connectedAssistant.strict().parse(assistant)).toMatchObject({
      client_name: 'Test assistant',
      calls: [{ operation: 'log_meal', count: 1 }],
    });
    const [exported] = await lines('account');
    expect(exportedAccount.strict().parse(exported)).toMatchObject({
      email,
      consents: [{ terms_version: expect.any(String) }],
    });
    const connections = await lines('connections');
    expect(exportedConnection.strict().parse(connections[0])).toMatchObject({
      client_name: 'Test assistant',
    });
    const calls = await lines('call_log');
    expect(exportedCall.strict().parse(calls[0])).toMatchObject({ operation: 'log_meal', status: 201 });
    expect(JSON.stringify([exported, connections, calls])).not.toMatch(/hash|account_id|"_id"/);
  });
});
