import { addWellbeingNote } from 'shared/contract/operations/wellbeing.ts';
import type { Route } from 'shared/http/route.ts';
import { presentNote } from 'shared/records/note.ts';
import type { Profiles } from 'shared/records/profiles.ts';
import type { Idempotency } from 'shared/store/idempotency.ts';
import { noteNotices } from '../records/notices.ts';
import { newNote } from './wellbeing-note.ts';
import type { WellbeingStore } from './wellbeing-store.ts';

/** `POST /wellbeing`. */
export const wellbeingRoutes = (
  route: Route,
  idempotent: Idempotency,
  profiles: Profiles,
  wellbeing: WellbeingStore,
): void => {
  route(addWellbeingNote, (call) =>
    idempotent.create(call, async (transaction) => {
      const { account, connection } = call.assistant;
      const profile = await profiles.resolve(account, call.body.profile_id);
      const note = newNote(profile, call.body, connection.client_name);
      await wellbeing.add(note, transaction);
      return { ...presentNote(note), notices: noteNotices(note, new Date()) };
    }),
  );
};
