import type { Assistant } from 'shared/calls/principal.ts';
import { deleteActivity } from 'shared/contract/operations/activity.ts';
import { deleteMeal } from 'shared/contract/operations/meals.ts';
import { deleteSleep } from 'shared/contract/operations/sleep.ts';
import { deleteWellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import { notFound } from 'shared/contract/problem.ts';
import type { Route } from 'shared/http/route.ts';
import type { RecordKind, RecordStore } from './record-store.ts';

/** `DELETE` of a record of each kind. A second time, as for somebody else's record, it is a `not_found`. */
export const deletionRoutes = (route: Route, records: RecordStore): void => {
  const deletionOf =
    (kind: RecordKind) =>
    async ({ assistant, params: { id } }: { assistant: Assistant; params: { id: string } }) => {
      if (!(await records.remove(assistant.account.id, kind, id))) throw notFound();
      return { deleted: true as const, id };
    };

  route(deleteMeal, deletionOf('meal'));
  route(deleteActivity, deletionOf('activity'));
  route(deleteSleep, deletionOf('sleep'));
  route(deleteWellbeingNote, deletionOf('wellbeing'));
};
