import { describe, expect } from '@jest/globals';
import { getRecord, listChanges, restoreRecord } from 'shared/contract/operations/history.ts';
import { DAY_SECONDS } from 'shared/process/time.ts';
import { callTool } from '../mcp/mcp-client.ts';
import { expectProblem, expectRecord, expectSuccess, recordIn } from '../rest/answers.ts';
import { call, newConnection } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { newAccount } from '../support/new-token.ts';
import { proves } from '../support/proves.ts';
import { DAY, newLunch, patch, read, restore, succeed } from './calls.ts';

const remove = (token: string, path: string, options = {}) => call('DELETE', path, { token, ...options });

describe('a record with its versions', () => {
  proves(
    ['C10.record', 'C10.restore', 'C10.kept'],
    'is read and put back, also after its deletion',
    async () => {
      const { token } = await newConnection({ clientName: 'Kitchen' });
      const by = { by: 'assistant', client_name: 'Kitchen' };
      const first = await newLunch(token);
      const { id } = first;
      const line = (version: number, action: string, current = false) =>
        expect.objectContaining({ version, action, by, current });
      expect(await read(token, id)).toEqual({
        ...{ kind: 'meal', record: first, deleted: false },
        versions: [{ version: 1, at: first.created_at, action: 'created', by, current: true }],
      });
      expectProblem(await restore(token, id), 404, 'not_kept');
      const second = recordIn(
        await succeed(patch(token, `/meals/${id}`, { items: [{ id: 'i1', multiply: 2 }] })),
      );
      await succeed(remove(token, `/meals/${id}`));
      const deleted = expectSuccess(getRecord, await call('GET', `/records/${id}`, { token }));
      expect(deleted).toMatchObject({ kind: 'meal', deleted: true });
      expect(deleted.record).toMatchObject({ ...second, version: 3, updated_at: expect.any(String) });
      expect(deleted.versions).toEqual([line(1, 'created'), line(2, 'updated'), line(3, 'deleted', true)]);
      expect(await read(token, id, { version: 1 })).toMatchObject({ record: first, deleted: true });

      const back = expectRecord(restoreRecord, await restore(token, id));
      expect(back).toEqual({ ...second, version: 4, updated_by: by, updated_at: back.updated_at });
      expect((await succeed(call('GET', `/days/${DAY}`, { token }))).meals).toEqual([back]);
      // It stood so just before it was deleted.
      expect(recordIn(await succeed(restore(token, id)))).toEqual(back);
      const old = await succeed(restore(token, id, { version: 1 }));
      expect(old).toMatchObject({ version: 5, items: first.items, totals: first.totals });
      expect(await succeed(restore(token, id))).toMatchObject({ version: 6, totals: second.totals });
      expect(await succeed(restore(token, id))).toMatchObject({ version: 7, totals: first.totals });
      expect(await succeed(restore(token, id, { version: 7 }))).toMatchObject({ version: 7 });
      expect((await read(token, id)).versions.map(({ action }: { action: string }) => action)).toEqual([
        'created',
        'updated',
        'deleted',
        'restored',
        'restored',
        'restored',
        'restored',
      ]);
      for (const version of [8, 1000]) {
        expectProblem(await restore(token, id, { version }), 404, 'not_kept');
        expectProblem(
          await call('GET', `/records/${id}`, { token, query: { version: String(version) } }),
          404,
          'not_kept',
        );
      }
      for (const version of ['0', '-1', '1.5', '1e3', 'x', ''])
        expectProblem(
          await call('GET', `/records/${id}`, { token, query: { version } }),
          400,
          'validation_failed',
          'query/version',
        );
    },
  );

  proves(['C10.restore', 'C1.item_id', 'C10.record'], 'comes back whatever its kind', async () => {
    const { token } = await newConnection();
    const note = await succeed(call('POST', '/wellbeing', { token, body: { text: 'Fine' } }));
    const [activity, sleep] = [
      await succeed(call('PUT', `/days/${DAY}/activity`, { token, body: { steps: 1 } })),
      await succeed(call('PUT', `/days/${DAY}/sleep`, { token, body: { score: 1 } })),
    ];
    for (const [path, record] of [
      ['wellbeing', note],
      ['activity', activity],
      ['sleep', sleep],
    ] as const) {
      await succeed(remove(token, `/${path}/${record.id}`));
      const back = recordIn(await succeed(restore(token, record.id)));
      expect(back).toMatchObject({
        ...recordIn(record),
        version: 3,
        updated_by: back.updated_by,
        updated_at: back.updated_at,
      });
      expect(await read(token, record.id)).toMatchObject({ kind: path, record: back });
    }
    const meal = await newLunch(token);
    await succeed(
      patch(token, `/meals/${meal.id}`, { add_items: [meal.items[0]].map(({ id, ...item }) => item) }),
    );
    await succeed(restore(token, meal.id));
    const { items } = await succeed(
      patch(token, `/meals/${meal.id}`, { add_items: [meal.items[0]].map(({ id, ...item }) => item) }),
    );
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['i1', 'i2', 'i4']);
  });

  proves(['C10.restore'], 'names who recorded what stands there then, and who put it back', async () => {
    const [first = '', second = ''] = (await newAccount(['First', 'Second'])).tokens;
    const put = (token: string, steps: number) =>
      succeed(call('PUT', `/days/${DAY}/activity`, { token, body: { steps } }));
    const { id } = await put(first, 1);
    await put(second, 2);
    expect(await succeed(restore(second, id))).toMatchObject({
      steps: 1,
      source_app: 'First',
      client_name: 'First',
      updated_by: { by: 'assistant', client_name: 'Second' },
    });
  });

  proves(['C10.restore', 'H26'], 'does not take the place of one that stands in its day', async () => {
    const { token } = await newConnection();
    const put = (steps: number) => succeed(call('PUT', `/days/${DAY}/activity`, { token, body: { steps } }));
    const old = await put(1);
    await succeed(remove(token, `/activity/${old.id}`));
    const standing = await put(2);
    expect(standing.id).not.toBe(old.id);
    const refused = await restore(token, old.id);
    expectProblem(refused, 412, 'version_conflict');
    expect(refused.body.detail).toContain(standing.id);
    await succeed(remove(token, `/activity/${standing.id}`));
    const answers = await Promise.all([restore(token, old.id), restore(token, old.id)]);
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 3],
      [200, 3],
    ]);
  });

  proves(['H27', 'H20', 'C7.tenancy'], 'of another account is as unknown as any other', async () => {
    const [owner, stranger] = await Promise.all([newConnection(), newConnection()]);
    const live = await newLunch(owner.token);
    const gone = await newLunch(owner.token);
    await succeed(remove(owner.token, `/meals/${gone.id}`));
    for (const id of [live.id, gone.id, 'meal_unknown', 'acc_unknown', 'x'])
      for (const answer of [
        await call('GET', `/records/${id}`, { token: stranger.token }),
        await restore(stranger.token, id),
        await patch(stranger.token, `/meals/${id}`, { notes: 'x' }),
      ]) {
        const { request_id, ...body } = answer.body;
        expect([id, body]).toMatchObject([
          id,
          { status: 404, code: 'not_found', detail: 'There is nothing with this identifier.' },
        ]);
      }
    expect((await succeed(call('GET', '/changes', { token: stranger.token }))).changes).toEqual([]);
    expectProblem(
      await call('GET', '/changes', { token: stranger.token, query: { profile_id: live.profile_id } }),
      404,
      'not_found',
    );
  });

  proves(['C10.kept_days', 'H27'], 'is kept for 30 days, cleaned away or not', async () => {
    const { token, account } = await newConnection();
    const { id } = await newLunch(token);
    await succeed(patch(token, `/meals/${id}`, { notes: 'x' }));
    const other = await newLunch(token);
    await succeed(remove(token, `/meals/${other.id}`));
    const moveBy = (ms: number) =>
      onDatabase((db) =>
        db
          .collection('versions')
          .updateMany({ account_id: account.id }, { $set: { at: new Date(Date.now() - ms) } }),
      );
    await moveBy(30 * DAY_SECONDS * 1000 - 60_000);
    expect((await read(token, id)).versions).toHaveLength(2);
    await moveBy(30 * DAY_SECONDS * 1000);
    // The database may have cleaned up by now.
    expect(['not_kept', 'not_found']).toContain(
      (await call('GET', `/records/${other.id}`, { token })).body.code,
    );
    expect(['not_kept', 'not_found']).toContain((await restore(token, other.id)).body.code);
    expectProblem(await restore(token, id), 404, 'not_kept');
    expectProblem(await restore(token, id, { version: 1 }), 404, 'not_kept');
    expectProblem(await call('GET', `/records/${id}`, { token, query: { version: '1' } }), 404, 'not_kept');
    expect((await read(token, id)).versions).toMatchObject([{ version: 2, current: true }]);
    expect((await succeed(call('GET', '/changes', { token }))).changes).toEqual([]);
  });
});

describe('the list of changes', () => {
  const list = async (token: string, query: object = {}) =>
    expectSuccess(
      listChanges,
      await call('GET', '/changes', { token, query: query as Record<string, string> }),
    );

  proves(['C10.changes'], 'has all but creations, the newest first, page by page', async () => {
    const { token } = await newConnection({ clientName: 'Kitchen' });
    const meal = await newLunch(token);
    const note = await succeed(call('POST', '/wellbeing', { token, body: { text: 'x'.repeat(99) } }));
    await succeed(call('PUT', `/days/${DAY}/activity`, { token, body: { steps: 1 } }));
    expect(await list(token)).toEqual({ changes: [], next_cursor: null });
    const moved = await succeed(patch(token, `/meals/${meal.id}`, { eaten_at: '2026-10-05T08:00:00Z' }));
    await succeed(call('PUT', `/days/${DAY}/activity`, { token, body: { steps: 8400 } }));
    await succeed(patch(token, `/wellbeing/${note.id}`, { language: 'en' }));
    await succeed(remove(token, `/meals/${meal.id}`));
    await succeed(restore(token, meal.id));
    const { changes } = await list(token);
    expect(
      changes.map(
        ({
          action,
          title,
          version,
          day,
        }: {
          action: string;
          title: string;
          version: number;
          day: string;
        }) => [action, title, version, day],
      ),
    ).toEqual([
      ['restored', 'lunch: soup, bread', 4, '2026-10-05'],
      ['deleted', 'lunch: soup, bread', 3, '2026-10-05'],
      ['updated', 'x'.repeat(60), 2, note.day],
      ['replaced', 'activity: 8,400 steps', 2, DAY],
      ['updated', 'lunch: soup, bread', 2, '2026-10-05'],
    ]);
    expect(changes[4]).toMatchObject({
      ...{ at: moved.updated_at, kind: 'meal', record_id: meal.id, profile_id: meal.profile_id },
      by: { by: 'assistant', client_name: 'Kitchen' },
    });
    const paged = [];
    let cursor: string | null = null;
    do {
      const page: { changes: object[]; next_cursor: string | null } = await list(token, {
        limit: 2,
        ...(cursor && { cursor }),
      });
      expect(page.changes.length).toBeLessThanOrEqual(2);
      paged.push(...page.changes);
      cursor = page.next_cursor;
    } while (cursor);
    expect(paged).toEqual(changes);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list(token, { from: today, to: today })).changes).toEqual(changes);
    expect((await list(token, { to: '2026-01-01' })).changes).toEqual([]);
    expect((await list(token, { from: '9999-12-31', to: '9999-12-31' })).changes).toEqual([]);
    for (const [query, code] of [
      [{ from: '2026-10-05', to: '2026-10-04' }, 'invalid_range'],
      [{ limit: '0' }, 'validation_failed'],
      [{ limit: '101' }, 'validation_failed'],
      [{ cursor: 'x' }, 'validation_failed'],
    ] as const)
      expectProblem(await call('GET', '/changes', { token, query }), 400, code);
  });
});

describe('a used key', () => {
  proves(['C7.deleted_since', 'C7.conflict'], 'tells what became of its record', async () => {
    const { token } = await newConnection();
    const headers = { 'idempotency-key': 'k' };
    const send = (notes: string) =>
      call('POST', '/wellbeing', { token, headers, body: { text: notes, recorded_at: `${DAY}T08:00:00Z` } });
    const { body } = await send('a');
    const conflict = await send('b');
    expectProblem(conflict, 422, 'idempotency_conflict');
    expect(conflict.body.detail).toMatch(/add_wellbeing_note.*at 20\d\d-.*still there/);
    expect((await send('a')).headers.get('idempotency-record-deleted')).toBeNull();
    const deletion = { headers: { 'idempotency-key': 'd' } };
    for (let times = 0; times < 2; times += 1) {
      const answer = await remove(token, `/wellbeing/${body.id}`, deletion);
      expect([answer.status, answer.headers.get('idempotency-record-deleted')]).toEqual([200, null]);
    }
    const replay = await send('a');
    expect([replay.status, replay.body, replay.headers.get('idempotency-record-deleted')]).toEqual([
      201,
      body,
      'true',
    ]);
    expect((await send('b')).body.detail).toContain('deleted since');
    const note = { text: 'a', recorded_at: `${DAY}T08:00:00Z`, idempotency_key: 'k' };
    const { id } = await newLunch(token);
    const copy = (days: string[]) =>
      call('POST', `/meals/${id}/copies`, { token, body: { days }, headers: { 'idempotency-key': 'c' } });
    const { meals } = (await copy(['2026-10-05', '2026-10-06'])).body;
    expect((await copy(['2026-10-07'])).body.detail).toMatch(/copy_meal.*still there/);
    await remove(token, `/meals/${meals[1].id}`);
    expect((await copy(['2026-10-07'])).body.detail).toMatch(/copy_meal.*deleted since/);
    expect((await copy(['2026-10-05', '2026-10-06'])).headers.get('idempotency-record-deleted')).toBe('true');
    const overMcp = await callTool('add_wellbeing_note', note, { token });
    expect(overMcp.body.result._meta).toEqual({
      'idempotency-replayed': true,
      'idempotency-record-deleted': true,
    });
  });
});
