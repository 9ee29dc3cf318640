import type { WellbeingInput } from 'shared/contract/operations/wellbeing.ts';
import { momentOf } from 'shared/records/calendar.ts';
import { ofProfile } from 'shared/records/documents.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
import type { StoredNote } from 'shared/records/note.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { UNCHANGED } from 'shared/records/stored.ts';
import { recordSize } from '../records/record-size.ts';

/** A statement as it is stored. */
export const newStatement = ({ kind, text, when }: NonNullable<WellbeingInput['statements']>[number]) => ({
  kind,
  text,
  when: when ?? null,
});

/** A note as it is stored, made from what an assistant sent. */
export const newNote = (profile: StoredProfile, input: WellbeingInput, clientName: string): StoredNote => {
  const moment = momentOf(input.recorded_at, profile.time_zone);
  const now = new Date();
  const note = {
    _id: newRecordId('wellbeing'),
    ...UNCHANGED,
    ...ofProfile(profile),
    day: moment.day,
    recorded_at: moment.text,
    instant: moment.instant,
    clock_time: moment.clock_time,
    text: input.text,
    statements: (input.statements ?? []).map(newStatement),
    links: input.links ?? [],
    language: input.language ?? null,
    model: input.model ?? null,
    client_name: clientName,
    created_at: now,
    updated_at: now,
  };
  return { ...note, size: recordSize(note) };
};
