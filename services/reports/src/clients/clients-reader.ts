import { RECORD_COLLECTIONS, type RecordCollection } from 'shared/contract/kinds.ts';
import type { Measure } from 'shared/contract/measures.ts';
import type { Log } from 'shared/observe/log.ts';
import { isDown } from 'shared/process/database-errors.ts';
import { takeTurn } from 'shared/process/take-turn.ts';
import { addDays, FIRST_DAY, today } from 'shared/records/calendar.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { commonDays } from '../report/range.ts';
import { reportTurns } from '../report/report-turns.ts';
import type { OpenAccounts } from '../share-links/is-open.ts';
import type { StoredKeptLink } from '../share-links/kept-link.ts';
import { mayShow } from '../share-links/may-show.ts';
import { openingProfile, type StoredShareLink, sharedBy } from '../share-links/share-link.ts';
import { isActive, type ShareLinkStore } from '../share-links/share-link-store.ts';
import { type Averages, type Client, type ClientDiary, type ClientFigures, figuresOf } from './client.ts';
import {
  averageOf,
  type ClientRecordsStore,
  type LastRecord,
  type RecentRecords,
} from './client-records-store.ts';
import type { KeptLinkStore } from './kept-link-store.ts';

type ClientsReaderParts = {
  kept: KeptLinkStore;
  links: ShareLinkStore;
  openAccounts: OpenAccounts;
  profiles: Profiles;
  records: ClientRecordsStore;
  log: Log;
};

export type ClientsReader = ReturnType<typeof createClientsReader>;

const WEEK_DAYS = 7;
/** So many reads may fail: enough to tell one diary of 200 from the others, and not as many reads as there are diaries. */
const MOST_FAILURES = 16;

type Figures = ReadonlyMap<ClientDiary, ClientFigures>;

/** Makes the function that reads what a reader keeps, oldest first, by a fixed number of queries. */
export const createClientsReader = ({
  kept,
  links,
  openAccounts,
  profiles,
  records,
  log,
}: ClientsReaderParts) => {
  /** The diary behind each link that still shows one. */
  const findDiaries = async (rows: readonly StoredKeptLink[]): Promise<ReadonlyMap<string, ClientDiary>> => {
    const found = await links.findBySecretHashes(rows.map(({ secret_hash }) => secret_hash));
    const active = found.filter((link) => isActive(link, new Date()));
    const owners = [...new Set(active.map(({ account_id }) => account_id))];
    const [open, all] = await Promise.all([openAccounts(owners), profiles.ofAccounts(owners)]);
    const profilesOf = Map.groupBy(all, ({ account_id }) => account_id);
    return new Map(
      active.flatMap((link) => {
        const shared = sharedBy(link, profilesOf.get(link.account_id) ?? []);
        const profile = openingProfile(shared);
        return profile && open.has(link.account_id) ? [[link.secret_hash, diaryOf(link, profile)]] : [];
      }),
    );
  };

  const findFigures = async (diaries: readonly ClientDiary[]): Promise<Figures> => {
    const recentOf = await records.recent(diaries);
    const found = diaries.map((diary) => ({
      diary,
      kinds: diary.kinds.map((kind) => [kind, recentOf(diary, kind)] as const),
    }));
    const quiet = found.filter(({ kinds }) => !kinds.some(([, { last, before }]) => last ?? before));
    const lastOf = await records.last(quiet.map(({ diary }) => diary));
    return new Map(found.map(({ diary, kinds }) => [diary, figuresFrom(kinds, lastOf(diary))]));
  };

  /** What cannot be read is said of the rows that it is missing in; the table itself is there. */
  const warn = (err: unknown): void => log.warn({ err }, 'clients could not be read');

  /**
   * The figures of those diaries that can be read. One that the database fails at is not to take the others along: those that cannot be
   * read together are read in halves, as long as few fail.
   */
  const readFigures = async (
    diaries: readonly ClientDiary[],
    failures = { left: MOST_FAILURES },
  ): Promise<Figures> => {
    try {
      return await findFigures(diaries);
    } catch (err) {
      warn(err);
      failures.left -= 1;
      if (isDown(err) || diaries.length === 1 || failures.left <= 0) return new Map();
      const middle = Math.ceil(diaries.length / 2);
      const first = await readFigures(diaries.slice(0, middle), failures);
      return new Map([...first, ...(await readFigures(diaries.slice(middle), failures))]);
    }
  };

  const read = async (accountId: string): Promise<Client[]> => {
    const rows = await kept.all(accountId);
    const diaries = await findDiaries(rows).catch(warn);
    const figuresOf = await readFigures([...(diaries?.values() ?? [])]);
    return rows.map((row) => {
      const secret = kept.secretOf(row);
      const client = { id: row._id, name: row.name, path: secret && `/r/${secret}` };
      const diary = diaries?.get(row.secret_hash);
      if (diaries && !diary) return { ...client, state: 'ended' };
      const figures = diary && figuresOf.get(diary);
      if (!figures) return { ...client, state: 'unread' };
      return { ...client, state: 'open', timeZone: diary.profile.time_zone, figures };
    });
  };

  return (accountId: string): Promise<Client[]> =>
    takeTurn(reportTurns(`clients ${accountId}`), () => read(accountId));
};

const diaryOf = (link: StoredShareLink, profile: ClientDiary['profile']): ClientDiary => {
  const { allowed } = mayShow(link);
  const to = today(profile.time_zone);
  const recent = commonDays(allowed.days, { from: addDays(to, 1 - 2 * WEEK_DAYS), to });
  return {
    profile,
    kinds: RECORD_COLLECTIONS.filter((kind) => allowed.shows.includes(kind)),
    days: commonDays(allowed.days, { from: FIRST_DAY, to }),
    recent: recent && { ...recent, lastWeekFrom: addDays(to, 1 - WEEK_DAYS) },
  };
};

/** What the table says of a diary: `before` is its last record where none is recent. */
const figuresFrom = (
  kinds: readonly (readonly [RecordCollection, RecentRecords])[],
  before: LastRecord | undefined,
): ClientFigures => {
  const weeks = kinds.flatMap(([, { last, before }]) => [last ?? [], before ?? []].flat());
  const day = weeks
    .flatMap(({ days }) => days)
    .sort()
    .at(-1);
  const cameIn = Math.max(...weeks.map(({ came_in }) => came_in.getTime()));
  return {
    last: day === undefined ? before : { day, cameIn: new Date(cameIn) },
    daysWithRecords: new Set(kinds.flatMap(([, { last }]) => last?.days ?? [])).size,
    averages: Object.fromEntries(
      kinds.flatMap(([kind, { last, before }]) =>
        figuresOf(kind).map((figure): [Measure, Averages] => [
          figure,
          { last: averageOf(kind, last, figure), before: averageOf(kind, before, figure) },
        ]),
      ),
    ),
  };
};
