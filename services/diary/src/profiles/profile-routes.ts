import { LIMITS } from 'shared/contract/limits.ts';
import { WEEKDAYS, whoami } from 'shared/contract/operations/account.ts';
import { createProfile, listProfiles } from 'shared/contract/operations/profiles.ts';
import { Problem } from 'shared/contract/problem.ts';
import type { Route } from 'shared/http/route.ts';
import { nowIn, weekdayOf } from 'shared/records/calendar.ts';
import { presentProfile } from 'shared/records/profile.ts';
import { homeZone, type Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import type { FindAccount } from './find-account.ts';
import { freePlace, type ProfileStore } from './profile-store.ts';

/** `GET /me`, `GET /profiles` and `POST /profiles`. */
export const profileRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  store: ProfileStore,
  findAccount: FindAccount,
): void => {
  route(whoami, async ({ assistant }) => {
    const { connection, scopes } = assistant;
    const [found, account] = await Promise.all([
      profiles.all(assistant.account),
      findAccount(assistant.account),
    ]);
    const now = nowIn(homeZone(found, assistant.account));
    return {
      account,
      token: { ...connection, scopes },
      scopes,
      profiles: found.map(presentProfile),
      now,
      weekday: WEEKDAYS[weekdayOf(now.slice(0, 10))] as (typeof WEEKDAYS)[number],
    };
  });

  route(listProfiles, async ({ assistant }) => {
    const found = await profiles.all(assistant.account);
    return { profiles: found.map(presentProfile) };
  });

  route(createProfile, (call) =>
    idempotent.create(call, async (transaction) => {
      const { account } = call.assistant;
      const existing = await profiles.all(account);
      const place = freePlace(existing);
      if (place === undefined) throw tooMany();
      const { name } = call.body;
      const profile = { account_id: account.id, name, time_zone: homeZone(existing, account), place };
      return presentProfile(await store.add(profile, transaction));
    }),
  );
};

const tooMany = (): Problem =>
  new Problem(
    'too_many_profiles',
    `An account holds at most ${LIMITS.profilesPerAccount} profiles. The person can delete one on their pages.`,
  );
