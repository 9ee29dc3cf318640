import type { Notice } from 'shared/contract/notices.ts';
import type { setActivity, updateActivity } from 'shared/contract/operations/activity.ts';
import type { setSleep, updateSleep } from 'shared/contract/operations/sleep.ts';
import { checkConditions, withEtag } from 'shared/http/conditions.ts';
import type { Call, Route } from 'shared/http/route.ts';
import { presentRecord } from 'shared/records/any-record.ts';
import type { RecordOf } from 'shared/records/documents.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { type DayStore, type DayValues, newDayRecord, type OneADay } from './one-a-day-store.ts';
import { byAssistant, type RecordChanges } from './record-changes.ts';

type SetOperation = { activity: typeof setActivity; sleep: typeof setSleep };
type UpdateOperation = { activity: typeof updateActivity; sleep: typeof updateSleep };
type Input<Kind extends OneADay> = Call<SetOperation[Kind]>['body'];
type Correction<Kind extends OneADay> = Call<UpdateOperation[Kind]>['body'];

/** What is a kind's own in the routes of its records, of which a day has one. */
export type DayKind<Kind extends OneADay> = {
  kind: Kind;
  set: SetOperation[Kind];
  update: UpdateOperation[Kind];
  /** What is stored of an input. */
  values: (input: Input<Kind>, clientName: string) => DayValues[Kind];
  /** Throws `validation_failed`. */
  correct: (record: RecordOf[Kind], correction: Correction<Kind>) => RecordOf[Kind];
  notices: (record: RecordOf[Kind], timeZone: string, now: Date) => Notice[];
};

type Stores<Kind extends OneADay> = { store: DayStore<Kind>; changes: RecordChanges };

/** `PUT` and `PATCH` of the record that a day has of a kind. */
export const oneADayRoutes = <Kind extends OneADay>(
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  { store, changes }: Stores<Kind>,
  { kind, set, update, values, correct, notices }: DayKind<Kind>,
): void => {
  /**
   * Serves a write: `next` makes what is to be recorded, of what is recorded or, for a day without a record, of an empty one.
   */
  const serve = (
    operation: SetOperation[OneADay] | UpdateOperation[OneADay],
    action: 'replaced' | 'updated',
    next: (record: RecordOf[Kind], body: never, clientName: string) => RecordOf[Kind],
  ): void =>
    route(operation, async (call) => {
      const { assistant, params, query, body, request } = call;
      const { client_name } = assistant.connection;
      const answer = await idempotent.change(call, async (transaction) => {
        const { profile, record: found } = await profiles.readWith(
          assistant.account,
          query.profile_id,
          (key) => store.onDay(key, params.day, transaction),
        );
        checkConditions(request, found?.version);
        const record =
          found ?? newDayRecord(kind, profile, params.day, values({} as Input<Kind>, client_name));
        const wanted = next(record, body as never, client_name);
        if (!found) await store.add(wanted, transaction);
        const changed = found
          ? await changes.replace(kind, found, wanted, { action, by: byAssistant(assistant) }, transaction)
          : wanted;
        return {
          ...presentRecord(kind, changed),
          notices: notices(changed, profile.time_zone, new Date()),
        } as never;
      });
      return withEtag(call.response, answer);
    });

  const setOfDay = (record: RecordOf[Kind], body: Input<Kind>, clientName: string) => ({
    ...record,
    ...values(body, clientName),
  });
  serve(set, 'replaced', setOfDay);
  serve(update, 'updated', correct);
};
