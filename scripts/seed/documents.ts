import type { CollectionOf, RecordKind } from 'shared/contract/kinds.ts';
import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import type { RecordOf } from 'shared/records/documents.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { newDefaultProfile } from 'shared/records/profiles.ts';
import { newConnection } from '../../services/auth/src/access/connection.ts';
import type { Connection } from '../../services/auth/src/access/connection-store.ts';
import { newAccount } from '../../services/auth/src/accounts/account-store.ts';
import { activityValues } from '../../services/diary/src/activity/activity.ts';
import { newMeal } from '../../services/diary/src/meals/meal.ts';
import { newNote } from '../../services/diary/src/notes/wellbeing-note.ts';
import { newDayRecord } from '../../services/diary/src/records/one-a-day-store.ts';
import { sleepValues } from '../../services/diary/src/sleep/sleep.ts';
import type { DiaryDay } from './diary.ts';
import type { Person } from './person.ts';

/** The documents of one account, by collection. */
export type AccountDocuments = {
  accounts: StoredAccount[];
  connections: Connection[];
  profiles: StoredProfile[];
} & { [Kind in RecordKind as CollectionOf<Kind>]: RecordOf[Kind][] };

/** What the services would have stored of a person and their diary by `now`, and the token to read it with. */
export const accountDocuments = (
  { email, culture: { language }, timeZone, clientName, targets }: Person,
  diary: DiaryDay[],
  now: Date,
): { token: string; documents: AccountDocuments } => {
  const since = diary.flatMap(({ meals }) => meals)[0]?.at ?? now;
  const account = newAccount({ email, language, time_zone: timeZone }, since);
  const profile = {
    ...newDefaultProfile({ id: account._id, language, time_zone: timeZone }),
    created_at: since,
    targets,
  };
  const granted = { account_id: account._id, client_name: clientName, scopes: [...ALL_SCOPES] };
  const { token, connection } = newConnection(granted, now);

  const documents: AccountDocuments = {
    accounts: [account],
    connections: [connection],
    profiles: [profile],
    meals: diary.flatMap(({ meals }) =>
      meals.map(({ input, at }) => ({ ...newMeal(profile, input, clientName), ...storedAt(at) })),
    ),
    activity: diary.flatMap(({ day, activity: entry }) =>
      entry
        ? {
            ...newDayRecord('activity', profile, day, activityValues(entry.input, clientName)),
            ...storedAt(entry.at),
          }
        : [],
    ),
    sleep: diary.flatMap(({ day, sleep: entry }) =>
      entry
        ? {
            ...newDayRecord('sleep', profile, day, sleepValues(entry.input, clientName)),
            ...storedAt(entry.at),
          }
        : [],
    ),
    wellbeing: diary.flatMap(({ notes }) =>
      notes.map(({ input, at }) => ({ ...newNote(profile, input, clientName), ...storedAt(at) })),
    ),
  };
  return { token, documents };
};

const storedAt = (at: Date) => ({ created_at: at, updated_at: at });
