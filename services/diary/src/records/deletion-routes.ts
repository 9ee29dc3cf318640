import { RECORD_KINDS } from 'shared/contract/kinds.ts';
import { RECORD_DELETIONS } from 'shared/contract/operations/record-deletions.ts';
import { notFound } from 'shared/contract/problem.ts';
import type { Route } from 'shared/http/route.ts';
import type { RecordStore } from './record-store.ts';

/** `DELETE` of a record of each kind. A second time, as for somebody else's record, it is a `not_found`. */
export const deletionRoutes = (route: Route, records: RecordStore): void => {
  for (const kind of RECORD_KINDS)
    route(RECORD_DELETIONS[kind], async ({ assistant, params: { id } }) => {
      if (!(await records.remove(assistant.account.id, kind, id))) throw notFound();
      return { deleted: true as const, id };
    });
};
