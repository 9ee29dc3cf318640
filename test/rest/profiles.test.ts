import { describe, expect } from '@jest/globals';
import { whoami } from 'shared/contract/operations/account.ts';
import { logMeal } from 'shared/contract/operations/meals.ts';
import { createProfile, listProfiles, type Profile } from 'shared/contract/operations/profiles.ts';
import { postAs, signIn } from '../person/steps.ts';
import { call, newConnection } from '../support/client.ts';
import { proves } from '../support/proves.ts';
import { expectProblem, expectSuccess } from './answers.ts';
import { meal } from './samples.ts';

const create = (token: string, name: unknown) => call('POST', '/profiles', { token, body: { name } });
const list = async (token: string): Promise<Profile[]> =>
  expectSuccess(listProfiles, await call('GET', '/profiles', { token })).profiles;

describe('the default profile', () => {
  proves(['C2.default_once', 'C2.zone'], 'is created once, by whichever request is first', async () => {
    const { token, account } = await newConnection({ timeZone: 'America/Bogota', language: 'es' });
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => call('GET', '/profiles', { token })),
      ...Array.from({ length: 4 }, () => call('POST', '/meals', { token, body: meal })),
      ...Array.from({ length: 4 }, () => call('GET', '/days/2026-10-04', { token })),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([
      ...Array(8).fill(200),
      ...Array(4).fill(201),
      ...Array(4).fill(200),
    ]);
    const profiles = await list(token);
    expect(profiles).toMatchObject([{ is_default: true, name: 'Mi diario', time_zone: 'America/Bogota' }]);
    expect(profiles[0]?.id).toBe(account.id.replace('acc_', 'prof_'));
    const named = answers.map(({ body }) => body.profile_id ?? body.profiles?.[0].id);
    expect(new Set(named)).toEqual(new Set([profiles[0]?.id]));
  });

  proves(['C2.default_once'], 'exists for a first request that names it', async () => {
    const { token, account } = await newConnection();
    const profile_id = account.id.replace('acc_', 'prof_');
    const answer = await call('GET', '/days/2026-10-04', { token, query: { profile_id } });
    expect(answer.body).toMatchObject({ profile_id, time_zone: 'UTC' });
  });

  proves(['S1.default_profile'], 'is used by every request that names none', async () => {
    const { token } = await newConnection();
    const other = expectSuccess(createProfile, await create(token, 'Other'));
    const [first] = await list(token);
    const inOther = await call('POST', '/meals', { token, body: { ...meal, profile_id: other.id } });
    const unnamed = expectSuccess(logMeal, await call('POST', '/meals', { token, body: meal }));
    expect(inOther.body.profile_id).toBe(other.id);
    expect(unnamed.profile_id).toBe(first?.id);

    const ids = async (query: Record<string, string>) => {
      const { body } = await call('GET', '/meals', { token, query });
      return [body.profile_id, ...body.meals.map((one: { id: string }) => one.id)];
    };
    expect(await ids({})).toEqual([first?.id, unnamed.id]);
    expect(await ids({ profile_id: other.id })).toEqual([other.id, inOther.body.id]);
  });

  proves(['S1.default_profile'], 'is not what a caller is led to whose profile is gone', async () => {
    const { token } = await newConnection();
    const gone = await call('POST', '/meals', { token, body: { ...meal, profile_id: 'Ana' } });
    expectProblem(gone, 404, 'not_found');
    expect(gone.body.detail).toBe(
      'There is no profile with this profile_id; it may have been deleted. GET /profiles (list_profiles) has those that there are. Do not just leave it out: that means the default one, and for a share link all of them.',
    );
  });
});

describe('a profile', () => {
  proves(['C3.profiles', 'C2.zone'], 'can be created next to others of the same name', async () => {
    const { token } = await newConnection({ timeZone: 'Asia/Tokyo' });
    const one = expectSuccess(createProfile, await create(token, 'Marathon'));
    const two = expectSuccess(createProfile, await create(token, 'Marathon'));
    expect(one).toMatchObject({ name: 'Marathon', is_default: false, time_zone: 'Asia/Tokyo' });
    expect(one.id).not.toBe(two.id);
    expect((await list(token)).slice(1)).toEqual([one, two]);
  });

  proves(['C2.zone'], "starts in the person's current time zone", async () => {
    const { token, email } = await newConnection({ timeZone: 'Asia/Tokyo' });
    await list(token);
    await postAs(await signIn(email), '/account/profiles', { action: 'save', time_zone: 'America/Bogota' });
    expect(expectSuccess(createProfile, await create(token, 'Next')).time_zone).toBe('America/Bogota');
  });

  proves(
    ['S2.profile_name', 'C1.code_points', 'C1.visible', 'C1.named'],
    'must have a visible name of at most 60 characters',
    async () => {
      const { token } = await newConnection();
      for (const name of ['x', '\u{1F957}'.repeat(60), ' Ёлка <b>&amp;</b> '])
        expect(expectSuccess(createProfile, await create(token, name)).name).toBe(name);
      for (const name of [
        '',
        ' ',
        '\u00AD\u200E',
        'x'.repeat(61),
        '\u{1F957}'.repeat(61),
        'a\0',
        '\uDC00',
        7,
        null,
        undefined,
        ['x'],
      ])
        expectProblem(await create(token, name), 400, 'validation_failed', '/name');
      const more = await call('POST', '/profiles', {
        token,
        body: { name: 'x', time_zone: 'UTC', is_default: true, 'a/b~c': 1 },
      });
      for (const pointer of ['/time_zone', '/is_default', '/a~1b~0c'])
        expectProblem(more, 400, 'validation_failed', pointer);
      expect(await list(token)).toHaveLength(4);
    },
  );

  proves(['C3.profiles'], 'is one of at most 20, however many are created at once', async () => {
    const { token } = await newConnection();
    const creations = Array.from({ length: 30 }, (_, index) =>
      call('POST', '/profiles', {
        token,
        body: { name: `Profile ${index}` },
        ...(index % 2 && { headers: { 'Idempotency-Key': `profile-${index}` } }),
      }),
    );
    const answers = await Promise.all(creations);
    const created = answers.filter((answer) => answer.status === 201);
    expect(created).toHaveLength(19);
    for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 400, 'too_many_profiles');
    const profiles = await list(token);
    expect(new Set(profiles.slice(1).map(({ id }) => id))).toEqual(
      new Set(created.map(({ body }) => body.id)),
    );
    expectProblem(await create(token, 'One more'), 400, 'too_many_profiles');
  });
});

proves(['C3.me', 'C1.no_store'], 'whoami returns account, token, scopes and profiles', async () => {
  const scopes = ['records:read', 'records:write'] as const;
  const { token, account } = await newConnection({
    scopes: [...scopes],
    clientName: 'Scale',
    language: 'ru',
  });
  const me = expectSuccess(whoami, await call('GET', '/me', { token }));
  expect(me.account).toEqual(account);
  expect(me.token).toMatchObject({ client_name: 'Scale', access: 'email', scopes });
  expect(me.scopes).toEqual(scopes);
  expect(me.profiles).toEqual(await list(token));
});

proves(['C3.me'], 'whoami says what time and weekday it is where the person lives', async () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']) {
    const { token } = await newConnection({ timeZone });
    const { now, weekday } = expectSuccess(whoami, await call('GET', '/me', { token }));
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(10_000);
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    expect(now.slice(0, 19).replace('T', ' ')).toBe(shown.format(new Date(now)));
    expect(now).toMatch(/[+-]\d\d:\d\d$/);
    const name = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' }).format(new Date(now));
    expect(weekday).toBe(name.toLowerCase());
  }
});
