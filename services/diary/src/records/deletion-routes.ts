import { RECORD_KINDS } from 'shared/contract/kinds.ts';
import { RECORD_DELETIONS } from 'shared/contract/operations/record-deletions.ts';
import { notFound } from 'shared/contract/problem.ts';
import { checkConditions } from 'shared/http/conditions.ts';
import type { Route } from 'shared/http/route.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { byAssistant, type RecordChanges } from './record-changes.ts';

/** `DELETE` of a record of each kind. A second time, as for somebody else's record, it is a `not_found`. */
export const deletionRoutes = (route: Route, idempotent: Idempotency, changes: RecordChanges): void => {
  for (const kind of RECORD_KINDS)
    route(RECORD_DELETIONS[kind], (call) =>
      idempotent.change(call, async (transaction) => {
        const { assistant, params, request } = call;
        const key = { _id: params.id, account_id: assistant.account.id };
        const record = await changes.remove(kind, key, byAssistant(assistant), transaction);
        if (!record) throw notFound();
        // What this throws ends the transaction, and with it the deletion.
        checkConditions(request, record.version);
        return { deleted: true as const, id: params.id };
      }),
    );
};
