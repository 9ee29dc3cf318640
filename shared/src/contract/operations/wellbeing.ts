import { z } from 'zod';
import {
  byId,
  date,
  dateTime,
  deleted,
  optional,
  profileId,
  text,
  timestamp,
  updatedBy,
  version,
} from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { withNotices } from '../notices.ts';
import { operation } from '../operation.ts';

const statementKind = z.enum(['activity', 'food', 'sleep', 'feeling', 'body', 'other']);

const statementInput = z.strictObject({
  kind: statementKind,
  text: text(500, 1),
  when: optional(text(80)),
});

/** A well-formed language tag (BCP 47, RFC 5646). */
const languageTag = text(8).regex(
  /^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*|[ix](-[A-Za-z0-9]{1,8})+)$/,
  'must be a BCP 47 language tag, such as es or pt-BR',
);

const link = { did: text(300, 1), felt: text(300, 1), quote: text(500, 1) };

export const wellbeingInput = z.strictObject({
  profile_id: optional(profileId),
  text: text(5000, 1).meta({ description: 'Their words, in full.' }),
  recorded_at: optional(dateTime).meta({
    description: 'ISO 8601 with the offset of the place; now when absent.',
    examples: ['2026-10-04T21:10:00+02:00'],
  }),
  statements: optional(z.array(statementInput).max(LIMITS.statements)),
  links: optional(z.array(z.strictObject(link)).max(LIMITS.links)),
  language: optional(languageTag).meta({ description: 'BCP 47.', examples: ['es'] }),
  model: optional(text(120)).meta({
    description: 'The model that split it.',
  }),
});
export type WellbeingInput = z.infer<typeof wellbeingInput>;

export const wellbeingNote = z.object({
  id: z.string(),
  version,
  profile_id: z.string(),
  day: date,
  recorded_at: timestamp,
  text: z.string(),
  statements: z.array(z.object({ kind: statementKind, text: z.string(), when: z.string().nullable() })),
  links: z.array(z.object({ did: z.string(), felt: z.string(), quote: z.string() })),
  language: z.string().nullable(),
  model: z.string().nullable(),
  client_name: z.string(),
  updated_by: updatedBy,
  created_at: timestamp,
  updated_at: timestamp,
});
export type WellbeingNote = z.infer<typeof wellbeingNote>;

/** What a write of it answers with. */
export const wellbeingNoteWithNotices = withNotices(wellbeingNote);

const exampleInput = {
  text: 'I ran before work and felt awake all morning.',
  recorded_at: '2026-10-04T21:10:00+02:00',
  statements: [{ kind: 'activity' as const, text: 'Ran before work', when: 'morning' }],
  links: [{ did: 'Ran before work', felt: 'Awake', quote: 'felt awake all morning' }],
  language: 'en',
  model: 'example-model-1',
};

export const exampleNote: WellbeingNote = {
  id: 'note_019a2f70-4000-7000-8000-000000000008',
  version: 1,
  profile_id: 'prof_019a2f6c-9000-7000-8000-000000000002',
  day: '2026-10-04',
  ...exampleInput,
  client_name: 'Kitchen assistant',
  updated_by: null,
  created_at: '2026-10-04T19:10:20Z',
  updated_at: '2026-10-04T19:10:20Z',
};

export const addWellbeingNote = operation({
  id: 'add_wellbeing_note',
  method: 'POST',
  path: '/wellbeing',
  owner: 'diary',
  access: 'records:write',
  summary: 'Record a wellbeing note',
  body: wellbeingInput,
  status: 201,
  response: wellbeingNoteWithNotices,
  example: { body: exampleInput, response: { ...exampleNote, notices: [] } },
});

/** What is to change of a note (`C10.note`); all else stays. */
export const wellbeingCorrection = wellbeingInput.omit({ profile_id: true }).extend({
  text: optional(wellbeingInput.shape.text),
  recorded_at: optional(dateTime).meta({
    description: 'ISO 8601 with the offset of the place.',
    examples: ['2026-10-04T21:10:00+02:00'],
  }),
  clear: optional(z.array(z.enum(['statements', 'links', 'language', 'model']))).meta({
    description: 'Fields to empty.',
  }),
});
export type WellbeingCorrection = z.infer<typeof wellbeingCorrection>;

export const updateWellbeingNote = operation({
  id: 'update_wellbeing_note',
  method: 'PATCH',
  path: '/wellbeing/{id}',
  owner: 'diary',
  access: 'records:write',
  summary: 'Correct a wellbeing note',
  description: 'Changes what is named and nothing else. What it was before is kept for 30 days.',
  params: byId,
  body: wellbeingCorrection,
  status: 200,
  response: wellbeingNoteWithNotices,
  example: {
    params: { id: exampleNote.id },
    body: { text: 'I ran before work and felt awake until noon.', clear: ['links'] },
    response: {
      ...exampleNote,
      version: 2,
      text: 'I ran before work and felt awake until noon.',
      links: [],
      updated_by: { by: 'assistant' as const, client_name: 'Kitchen assistant' },
      updated_at: '2026-10-04T20:00:00Z',
      notices: [],
    },
  },
});

export const deleteWellbeingNote = operation({
  id: 'delete_wellbeing_note',
  method: 'DELETE',
  path: '/wellbeing/{id}',
  owner: 'diary',
  access: 'records:write',
  summary: 'Delete a wellbeing note',
  params: byId,
  status: 200,
  response: deleted,
  example: { params: { id: exampleNote.id }, response: { deleted: true, id: exampleNote.id } },
});
