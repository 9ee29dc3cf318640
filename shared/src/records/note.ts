import { BSON } from 'mongodb';
import type { WellbeingNote } from '../contract/operations/wellbeing.ts';
import {
  type AtAMoment,
  type Found,
  presentAuthor,
  type Stored,
  UNCHANGED,
  type Versioned,
} from './stored.ts';

/** A wellbeing note as it is stored. */
export type StoredNote = Stored<Omit<WellbeingNote, keyof Versioned>, 'created_at' | 'updated_at'> &
  Versioned &
  AtAMoment;

/** A note in any shape that was ever stored. */
export type FoundNote = Found<StoredNote, 'clock_time' | 'size' | 'updated_at' | keyof Versioned>;

/** Today's shape of a note (`A.stored`). */
export const readNote = (found: FoundNote): StoredNote => ({
  updated_at: found.created_at,
  ...UNCHANGED,
  ...found,
  clock_time: found.clock_time ?? found.recorded_at.slice(11, 16),
  size: found.size ?? BSON.calculateObjectSize(found),
});

type Link = WellbeingNote['links'][number];

/** What a stored note ties together, as it is shown. */
export const presentLink = ({ did, felt, quote }: Link): Link => ({ did, felt, quote });

/** A stored note as it is shown (`A.listed`). */
export const presentNote = (note: StoredNote): WellbeingNote => ({
  id: note._id,
  version: note.version,
  profile_id: note.profile_id,
  day: note.day,
  recorded_at: note.recorded_at,
  text: note.text,
  statements: note.statements.map(({ kind, text, when }) => ({ kind, text, when })),
  links: note.links.map(presentLink),
  language: note.language,
  model: note.model,
  client_name: note.client_name,
  updated_by: note.updated_by && presentAuthor(note.updated_by),
  created_at: note.created_at.toISOString(),
  updated_at: note.updated_at.toISOString(),
});
