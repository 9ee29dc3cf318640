import type { Notice } from 'shared/contract/notices.ts';
import { addWellbeingNote, updateWellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import { notFound } from 'shared/contract/problem.ts';
import { checkConditions, withEtag } from 'shared/http/conditions.ts';
import type { Route } from 'shared/http/route.ts';
import { presentNote, type StoredNote } from 'shared/records/note.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { noteNotices } from '../records/notices.ts';
import { byAssistant, type RecordChanges } from '../records/record-changes.ts';
import type { RecordStore } from '../records/record-store.ts';
import { correctNote } from './note-correction.ts';
import { newNote } from './wellbeing-note.ts';
import type { WellbeingStore } from './wellbeing-store.ts';

type Stores = { wellbeing: WellbeingStore; records: RecordStore; changes: RecordChanges };

/** `POST /wellbeing` and `PATCH /wellbeing/{id}`. */
export const wellbeingRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  { wellbeing, records, changes }: Stores,
): void => {
  route(addWellbeingNote, async (call) => {
    const answered = await idempotent.create(call, async (transaction) => {
      const { account, connection } = call.assistant;
      const profile = await profiles.resolve(account, call.body.profile_id);
      const note = newNote(profile, call.body, connection.client_name);
      await wellbeing.add(note, transaction);
      return answer(note, told(note));
    });
    return withEtag(call.response, answered);
  });

  route(updateWellbeingNote, async (call) => {
    const { assistant, params, body, request } = call;
    const answered = await idempotent.change(call, async (transaction) => {
      const note = await records.find(assistant.account.id, 'wellbeing', params.id, transaction);
      if (!note) throw notFound();
      checkConditions(request, note.version);
      const { time_zone } = await profiles.resolve(assistant.account, note.profile_id);
      const made = { action: 'updated', by: byAssistant(assistant) } as const;
      const next = correctNote(note, body, time_zone);
      const changed = await changes.replace('wellbeing', note, next, made, transaction);
      return answer(changed, told(changed));
    });
    return withEtag(call.response, answered);
  });
};

const told = (note: StoredNote): Notice[] => noteNotices(note, new Date());

/** What a write answers with. */
const answer = (note: StoredNote, notices: Notice[]) => ({ ...presentNote(note), notices });
