import { expect } from '@jest/globals';
import { expectProblem } from '../rest/answers.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { DAY, LUNCH, newLunch, patch, restore, succeed } from './calls.ts';

proves(['C10.conditions'], 'the answer with a record names its version', async () => {
  const { token } = await newConnection();
  const answers = [
    await call('POST', '/meals', { token, body: LUNCH }),
    await call('POST', '/wellbeing', { token, body: { text: 'Fine' } }),
    await call('PUT', `/days/${DAY}/sleep`, { token, body: { score: 1 } }),
  ];
  const id = answers[0]?.body.id;
  expect(answers.map(({ headers }) => headers.get('etag'))).toEqual(['"1"', '"1"', '"1"']);
  expect((await patch(token, `/meals/${id}`, { notes: 'x' })).headers.get('etag')).toBe('"2"');
  expect((await restore(token, id)).headers.get('etag')).toBe('"3"');
  expect((await call('GET', `/records/${id}`, { token })).headers.get('etag')).toBe('"3"');
});

proves(['C10.conditions', 'C10.kept'], 'If-Match names one of these versions, or any', async () => {
  const { token } = await newConnection();
  const { id } = await newLunch(token);
  const change = (notes: string, match: string) =>
    patch(token, `/meals/${id}`, { notes }, { headers: { 'if-match': match } });
  for (const [index, match] of ['"1"', '*', '"9", "3"', ' , "4" ,, W/"4"'].entries())
    expect([match, (await change(`${index}`, match)).status]).toEqual([match, 200]);
  for (const match of ['"4"', 'W/"5"', '"4", W/"5"', '"05"', '""']) {
    const refused = await change('late', match);
    expectProblem(refused, 412, 'version_conflict', 'header/If-Match');
    expect(refused.body.detail).toContain('version 5');
    expect(refused.headers.get('etag')).toBe('"5"');
  }
  for (const match of ['5', '"5', 'w/"5"', '"5" "6"', '*, "5"', '"a"b'])
    expectProblem(await change('late', match), 400, 'validation_failed', 'header/If-Match');
  const headers = { 'if-match': '"1"' };
  expectProblem(await call('DELETE', `/meals/${id}`, { token, headers }), 412, 'version_conflict');
  expectProblem(await restore(token, id, {}, { headers }), 412, 'version_conflict');
  expect((await call('DELETE', `/meals/${id}`, { token, headers: { 'if-match': '"5"' } })).status).toBe(200);
  expectProblem(await call('DELETE', `/meals/${id}`, { token, headers }), 404, 'not_found');
});

proves(['C10.conditions'], 'a day is set only where nothing, or this version, is recorded', async () => {
  const { token } = await newConnection();
  const put = (headers: Record<string, string>, steps: number) =>
    call('PUT', `/days/${DAY}/activity`, { token, headers, body: { steps } });
  expectProblem(await put({ 'if-match': '*' }, 1), 412, 'version_conflict', 'header/If-Match');
  await succeed(put({ 'if-none-match': '*' }, 1));
  expectProblem(await put({ 'if-none-match': '*' }, 2), 412, 'version_conflict', 'header/If-None-Match');
  expectProblem(await put({ 'if-match': '"2"' }, 2), 412, 'version_conflict');
  expect((await succeed(put({ 'if-match': '"1"' }, 2))).version).toBe(2);
});

proves(['C10.conditions', 'C7.replay'], 'a repeat with its key gets the first answer', async () => {
  const { token } = await newConnection();
  const { id } = await newLunch(token);
  const send = (match: string) =>
    patch(token, `/meals/${id}`, { notes: 'x' }, { headers: { 'if-match': match, 'idempotency-key': 'k' } });
  const first = await send('"1"');
  expect(first.status).toBe(200);
  for (const match of ['"1"', '"7"']) {
    const again = await send(match);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, first.text, '"2"']);
  }
});

proves(['C10.conditions', 'C1.named'], 'a condition that cannot be met is refused', async () => {
  const { token } = await newConnection();
  const { id } = await newLunch(token);
  const refused = [
    await call('POST', '/meals', { token, body: LUNCH, headers: { 'if-match': '"1"' } }),
    await patch(token, `/meals/${id}`, { notes: 'x' }, { headers: { 'if-none-match': '*' } }),
    await patch(
      token,
      `/meals/${id}`,
      { notes: 'x' },
      { headers: { 'if-unmodified-since': new Date().toUTCString() } },
    ),
    await call('DELETE', `/share-links/x`, { token, headers: { 'if-match': '*' } }),
  ];
  for (const answer of refused) expectProblem(answer, 400, 'validation_failed');
});
