import { expect } from '@jest/globals';
import { call, newConnection } from '../support/client.ts';
import { logsOnceTold } from '../support/logs.ts';
import { proves } from '../support/proves.ts';
import { item, meal } from './samples.ts';

proves(['C1.private'], 'no recorded text is in any log', async () => {
  const { token } = await newConnection();
  const marker = `marker${crypto.randomUUID()}`;
  const day = '2026-10-04';
  const headers = { 'Idempotency-Key': marker };
  const body = {
    ...meal,
    description: marker,
    notes: marker,
    model: marker,
    items: [{ ...item, name: marker }],
  };
  const answers = [
    await call('POST', '/meals', { token, headers, body }),
    await call('POST', '/meals', { token, body: { ...body, [marker]: marker } }),
    await call('POST', '/meals', { token, body: `{"${marker}":` }),
    await call('POST', '/wellbeing', { token, body: { text: marker } }),
    await call('POST', '/profiles', { token, body: { name: marker } }),
    await call('PUT', `/days/${day}/activity`, { token, body: { source_app: marker } }),
    await call('GET', '/meals', { token, query: { profile_id: marker } }),
    await call('DELETE', `/meals/${marker}`, { token }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 201, 201, 200, 404, 404]);

  const refused = answers.filter(({ status }) => status >= 400);
  expect(await logsOnceTold(refused)).not.toContain(marker);
});
