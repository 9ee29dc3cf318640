import { ALL_SCOPES } from 'shared/contract/scopes.ts';
import type { StoredAccount } from 'shared/records/account.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { newDefaultProfile } from 'shared/records/profiles.ts';
import { newConnection } from '../../services/auth/src/access/connection.ts';
import type { Connection } from '../../services/auth/src/access/connection-store.ts';
import { newAccount } from '../../services/auth/src/accounts/account-store.ts';
import type { DiaryDay } from '../../services/diary/src/made-up/diary.ts';
import { type MadeUpRecords, madeUpRecords } from '../../services/diary/src/made-up/made-up-records.ts';
import type { Person } from '../../services/diary/src/made-up/person.ts';

/** The documents of one account, by collection. */
export type AccountDocuments = {
  accounts: StoredAccount[];
  connections: Connection[];
  profiles: StoredProfile[];
} & MadeUpRecords;

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
  const documents = {
    accounts: [account],
    connections: [connection],
    profiles: [profile],
    ...madeUpRecords(profile, clientName, diary),
  };
  return { token, documents };
};
