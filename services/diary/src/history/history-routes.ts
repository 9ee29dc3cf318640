import { LIMITS } from 'shared/contract/limits.ts';
import type { Notice } from 'shared/contract/notices.ts';
import {
  getRecord,
  listChanges,
  restoreRecord,
  type VersionLine,
} from 'shared/contract/operations/history.ts';
import { notFound, Problem } from 'shared/contract/problem.ts';
import { checkConditions, withEtag } from 'shared/http/conditions.ts';
import type { Route } from 'shared/http/route.ts';
import { type AnyRecord, presentRecord } from 'shared/records/any-record.ts';
import { endOfDay, startOfDay } from 'shared/records/calendar.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import { presentAuthor } from 'shared/records/stored.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import type { MealStore } from '../meals/meal-store.ts';
import { repeatNotices } from '../records/notices.ts';
import { byAssistant } from '../records/record-changes.ts';
import { presentCursor, readCursor } from './changes-cursor.ts';
import type { HistoryStore, KeptChange, Standing } from './history-store.ts';
import type { RestoreRecord } from './restore-record.ts';
import { versionLine } from './version-line.ts';

const notKept = (): Problem =>
  new Problem(
    'not_kept',
    `What is asked for is not kept: a version that a change ended is kept for ${LIMITS.keptDays} days.`,
  );

/** The versions that can be shown: those that a change ended and keeps, and the current one. */
const presentVersions = ({ record }: Standing, changes: readonly KeptChange[]): VersionLine[] => [
  ...changes
    .filter(({ ended }) => ended.version < record.version)
    .map(({ ended }) => versionLine(ended, false)),
  versionLine(record, true),
];

const present = ({ kind, record }: AnyRecord) => presentRecord(kind, record as never);

type Stores = { history: HistoryStore; meals: MealStore };

/** `GET /records/{id}`, `POST /records/{id}/restore` and `GET /changes`. */
export const historyRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  { history, meals }: Stores,
  restore: RestoreRecord,
): void => {
  /** What a record says was told when it was recorded; what was recorded since may be the same meal again. */
  const noticesOf = async ({ kind, record }: AnyRecord): Promise<Notice[]> => {
    if (kind !== 'meal') return [];
    const key = { _id: record.profile_id, account_id: record.account_id };
    return repeatNotices([record], await meals.near(key, record.meal_type, [record.instant]));
  };

  route(getRecord, async ({ assistant: { account }, params: { id }, query: { version }, response }) => {
    const standing = await history.standing(account.id, id);
    if (!standing) throw notFound();
    if (standing === 'not_kept') throw notKept();
    const isCurrent = version === undefined || version === standing.record.version;
    const [shown, changes] = await Promise.all([
      isCurrent ? standing : history.atVersion(account.id, id, version),
      history.changesOf(account.id, id),
    ]);
    if (!shown) throw notKept();
    return {
      kind: standing.kind,
      record: withEtag(response, present(shown)),
      deleted: standing.deleted,
      versions: presentVersions(standing, changes),
    };
  });

  route(restoreRecord, async (call) => {
    const { assistant, params, body, request } = call;
    const answer = await idempotent.change(call, async (transaction) => {
      const standing = await history.standing(assistant.account.id, params.id, transaction);
      if (!standing) throw notFound();
      if (standing === 'not_kept') throw notKept();
      checkConditions(request, standing.record.version);
      const restored = await restore(
        standing,
        body.version ?? undefined,
        byAssistant(assistant),
        transaction,
      );
      if (!restored) throw notKept();
      return { ...present(restored), notices: await noticesOf(restored) };
    });
    return withEtag(call.response, answer);
  });

  route(listChanges, async ({ assistant, query }) => {
    const { from, to, limit = LIMITS.defaultChanges } = query;
    if (from && to && from > to)
      throw new Problem('invalid_range', `The range is from ${from} to ${to}: it ends before it begins.`);
    const profile = await profiles.resolve(assistant.account, query.profile_id);
    const found = await history.changesBetween(profile, {
      ...(from && { from: startOfDay(from, profile.time_zone) }),
      ...(to && { before: endOfDay(to, profile.time_zone) }),
      ...(query.cursor && { cursor: readCursor(query.cursor) }),
      limit: limit + 1,
    });
    const changes = found.slice(0, limit);
    const last = changes.at(-1);
    return {
      changes: changes.map(({ at, kind, record_id, profile_id, day, action, version, by, title }) => ({
        at: at.toISOString(),
        kind,
        record_id,
        profile_id,
        day,
        action,
        version,
        by: presentAuthor(by),
        title,
      })),
      next_cursor: found.length > limit && last ? presentCursor({ at: last.at, id: String(last._id) }) : null,
    };
  });
};
