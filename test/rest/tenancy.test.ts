import { expect } from '@jest/globals';
import { type Answer, call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem } from './answers.ts';
import { meal } from './samples.ts';

const day = '2026-10-04';

/** An account with one record of every kind. */
const newDiary = async () => {
  const { token, account } = await newConnection();
  const post = async (path: string, body: object) => (await call('POST', path, { token, body })).body;
  const put = async (path: string) => (await call('PUT', path, { token, body: {} })).body;
  const { id: mealId, profile_id: profileId } = await post('/meals', {
    ...meal,
    eaten_at: `${day}T12:00:00+00:00`,
  });
  const { id: noteId } = await post('/wellbeing', { text: 'Fine', recorded_at: `${day}T12:00:00+00:00` });
  const { id: activityId } = await put(`/days/${day}/activity`);
  const { id: sleepId } = await put(`/days/${day}/sleep`);
  const { id: otherProfileId } = await post('/profiles', { name: 'Other' });
  return { token, account, mealId, noteId, activityId, sleepId, profileId, otherProfileId };
};

/** An answer without what differs between requests. */
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  type: headers.get('content-type'),
  body: { ...body, request_id: undefined },
});

proves(
  ['H20', 'C7.tenancy'],
  "another account's ids are answered like unknown ones, and do nothing",
  async () => {
    const [caller, owner] = [await newDiary(), await newDiary()];
    const everything = async () => [
      (await call('GET', `/days/${day}`, { token: owner.token })).body,
      (await call('GET', '/profiles', { token: owner.token })).body,
    ];
    const before = await everything();

    const deletions = {
      '/meals': owner.mealId,
      '/wellbeing': owner.noteId,
      '/activity': owner.activityId,
      '/sleep': owner.sleepId,
    };
    for (const [path, id] of Object.entries(deletions)) {
      const unknown = id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
      const [foreign, absent] = [
        await call('DELETE', `${path}/${id}`, { token: caller.token }),
        await call('DELETE', `${path}/${unknown}`, { token: caller.token }),
      ];
      expectProblem(foreign, 404, 'not_found');
      expect(comparable(foreign)).toEqual(comparable(absent));
    }

    const calls = (profile_id: string): (() => Promise<Answer>)[] => {
      const { token } = caller;
      const query = { profile_id };
      return [
        () => call('GET', '/meals', { token, query }),
        () => call('GET', '/days', { token, query }),
        () => call('GET', `/days/${day}`, { token, query }),
        () => call('PUT', `/days/${day}/activity`, { token, query, body: { steps: 1 } }),
        () => call('PUT', `/days/${day}/sleep`, { token, query, body: { score: 1 } }),
        () => call('POST', '/meals', { token, body: { ...meal, profile_id } }),
        () => call('POST', '/wellbeing', { token, body: { text: 'x', profile_id } }),
        () =>
          call('POST', '/meals', {
            token,
            body: { ...meal, profile_id },
            headers: { 'Idempotency-Key': profile_id },
          }),
      ];
    };
    const unknown = await Promise.all(calls('prof_00000000-0000-7000-8000-000000000000').map((one) => one()));
    for (const id of [owner.profileId, owner.otherProfileId, owner.account.id, owner.mealId, '*']) {
      const foreign = await Promise.all(calls(id).map((one) => one()));
      for (const answer of foreign) {
        expectProblem(answer, 404, 'not_found');
        expect(answer.body.detail).toContain('profile_id');
      }
      expect(foreign.map(comparable)).toEqual(unknown.map(comparable));
    }
    expect(await everything()).toEqual(before);
  },
);

proves(['H20', 'C1.named'], 'an operator or a second value for profile_id is refused', async () => {
  const { token } = await newConnection();
  for (const path of ['/meals', '/days', `/days/${day}`])
    for (const trick of [
      'profile_id[$ne]=',
      'profile_id[]=a',
      'profile_id.$ne=a',
      '$where=1',
      'profile_id=a&profile_id=b',
      'profile_id=',
      `profile_id=${'x'.repeat(65)}`,
    ])
      expectProblem(await call('GET', `${path}?${trick}`, { token }), 400, 'validation_failed');
  for (const kind of ['activity', 'sleep'])
    for (const trick of ['profile_id[$ne]=', 'profile_id=a&profile_id=b'])
      expectProblem(
        await call('PUT', `/days/${day}/${kind}?${trick}`, { token, body: {} }),
        400,
        'validation_failed',
      );
  for (const profile_id of [{ $ne: '' }, ['a'], 7, '', 'x'.repeat(65)]) {
    expectProblem(
      await call('POST', '/meals', { token, body: { ...meal, profile_id } }),
      400,
      'validation_failed',
      '/profile_id',
    );
    expectProblem(
      await call('POST', '/wellbeing', { token, body: { text: 'x', profile_id } }),
      400,
      'validation_failed',
      '/profile_id',
    );
  }
  const twice = await call('GET', '/meals?day=2026-10-04&day=2026-10-05', { token });
  expectProblem(twice, 400, 'validation_failed', 'query/day');
});

proves(['H20', 'C7.tenancy'], 'an id of one kind of record deletes none of another', async () => {
  const { token, mealId, noteId, activityId, sleepId } = await newDiary();
  const paths = ['/meals', '/wellbeing', '/activity', '/sleep'];
  for (const [index, id] of [mealId, noteId, activityId, sleepId].entries())
    for (const path of paths.toSpliced(index, 1))
      expectProblem(await call('DELETE', `${path}/${id}`, { token }), 404, 'not_found');
  const kept = (await call('GET', `/days/${day}`, { token })).body;
  expect([kept.meals[0].id, kept.wellbeing[0].id, kept.activity.id, kept.sleep.id]).toEqual([
    mealId,
    noteId,
    activityId,
    sleepId,
  ]);
});

proves(['C7.tenancy'], 'accounts that write and read at once get only their own records', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, async (_, person) => ({
      ...(await newConnection()),
      name: `Meal of person ${person}`,
    })),
  );
  const eaten_at = `${day}T12:00:00+00:00`;
  const store = async ({ token, name }: (typeof people)[number]) => {
    const body = { ...meal, eaten_at, description: name };
    const stored = (await call('POST', '/meals', { token, body })).body;
    const profiles = (await call('GET', '/profiles', { token })).body.profiles;
    expect(stored).toMatchObject({ description: name, profile_id: profiles[0].id });
    return stored.id;
  };
  const ids = await Promise.all(people.map((person) => Promise.all([1, 2, 3, 4].map(() => store(person)))));

  for (const [person, { token, name }] of people.entries()) {
    const { meals } = (await call('GET', '/meals', { token, query: { day } })).body;
    expect(meals.map(({ id }: { id: string }) => id).sort()).toEqual(ids[person]?.sort());
    expect(meals.map(({ description }: { description: string }) => description)).toEqual(Array(4).fill(name));
  }
});
