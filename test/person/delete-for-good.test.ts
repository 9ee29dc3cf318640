import { describe, expect } from '@jest/globals';
import { onDatabase } from '../support/database.ts';
import { proves } from '../support/proves.ts';
import { callAs, locationOf, newPerson } from './diary-person.ts';
import { act, LUNCH, pathOf, read, recordDay } from './record-steps.ts';
import { accountOf, open } from './steps.ts';

describe('a record that is deleted for good', () => {
  const MARK = 'Mark of the very last herring';

  proves(['C10.for_good', 'H27'], 'leaves no trace, whatever was kept of it', async () => {
    const person = await newPerson();
    const key = { 'idempotency-key': `k-${person.email}` };
    const sent = { ...LUNCH, description: MARK };
    const { id } = await callAs(person, 'POST', '/meals', sent, key);
    await callAs(person, 'PATCH', `/meals/${id}`, { notes: MARK });
    const { html } = await open(pathOf(id), person);
    expect(html).toContain('value="delete_for_good"');
    // Not without its box.
    await act(person, id, 'delete_for_good');
    expect((await read(person, id)).deleted).toBe(false);
    const answer = await act(person, id, 'delete_for_good', { sure: 'on' });
    expect(locationOf(answer)).toBe('/report?notice=deleted_for_good');
    expect((await open(pathOf(id), person)).status).toBe(404);
    expect((await callAs(person, 'GET', '/changes')).changes).toEqual([]);
    // A repeat of the call that made it makes nothing, and cannot tell what it was.
    const again = callAs(person, 'POST', '/meals', sent, key);
    await expect(again).rejects.toThrow(/answered 422/);
    const account_id = (await accountOf(person))?._id;
    const traces = await onDatabase(async (db) => {
      const names = ['meals', 'versions', 'idempotency', 'call_log'];
      const found = await Promise.all(
        names.map((name) =>
          db
            .collection(name)
            .find({ account_id } as object)
            .toArray(),
        ),
      );
      return JSON.stringify(found);
    });
    expect(traces).not.toContain(MARK);
    expect(traces).not.toMatch(/"answer":"[^"]/);
  });

  proves(['C10.for_good'], 'needs a sign-in within 15 minutes', async () => {
    const person = await newPerson();
    const [id = ''] = await recordDay(person);
    const account_id = (await accountOf(person))?._id as unknown as string;
    const created_at = new Date(Date.now() - 16 * 60_000);
    await onDatabase((db) => db.collection('sessions').updateMany({ account_id }, { $set: { created_at } }));
    const { html } = await open(pathOf(id), person);
    expect(html).not.toContain('delete_for_good');
    expect(html).toContain('within the last 15\u00a0minutes');
    expect((await act(person, id, 'delete_for_good', { sure: 'on' })).status).toBe(400);
    expect((await read(person, id)).deleted).toBe(false);
  });
});
