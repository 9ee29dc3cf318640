import type { ActivityInput } from 'shared/contract/operations/activity.ts';
import type { LogMealInput } from 'shared/contract/operations/meals.ts';
import type { SleepInput } from 'shared/contract/operations/sleep.ts';
import type { ImportWords } from 'shared/words/en/import.ts';
import type { OwnRecord } from './own-record.ts';

/** A file that was sent, or an entry of an archive. It can be read again. */
export type SourceFile = { name: string; read: () => AsyncIterable<Uint8Array> };

/** What a file is recognised by: its name, and its beginning as text. */
export type FileHead = { name: string; text: string };

/** Why something does not come; `fields` are names of the contract. */
export type Reason = { code: keyof ImportWords['reasons']; fields?: string[] };

/** Where something stood. */
export type Place = { file: string; line: number; text: string };
/** The place alone of what has one. */
export const placeOf = ({ file, line, text }: Place): Place => ({ file, line, text });

/** What does not come, and why. */
export type Refused = Place & { kind: 'refused'; why: Reason };

/** A record of another source, as an input of the contract. */
type NewRecord =
  | { kind: 'meal'; day: string; input: LogMealInput }
  | { kind: 'activity'; day: string; input: ActivityInput }
  | { kind: 'sleep'; day: string; input: SleepInput };

/** What a source makes of its files, piece by piece. */
export type Found = (NewRecord & Place) | (OwnRecord & Place) | Refused;

/** A file of a source, and which one it is. */
export type Part = { file: SourceFile; is: string };

export type SourceContext = {
  /** The zone that times without an offset are in. */
  timeZone: string;
  /** The last day that something can be of. */
  lastDay: string;
};

/** What a program exports, and how it comes to be records: a folder each. */
export type Source = {
  /** As people know it. */
  name: string;
  /** Which file of its export it is; undefined where it is none. */
  recognise: (head: FileHead) => string | undefined;
  /** The files that come; the others are known, and stay behind. */
  parts: readonly string[];
  /** Whether an export has one file: another in the same archive is of another export, and stays behind. */
  hasOneFile?: boolean;
  /** Throws `UnreadableFile`. */
  read: (parts: readonly Part[], context: SourceContext) => AsyncIterable<Found>;
};

/** A copy: a text that is kept would otherwise keep all of the text that it is a part of. */
export const ownText = (text: string): string => Buffer.from(text).toString();

/** Text of a place as it is listed. */
const MOST_CHARACTERS = 200;
export const shortened = (text: string): string => {
  const characters = [...text.slice(0, 2 * MOST_CHARACTERS + 2)];
  const isWhole = characters.length <= MOST_CHARACTERS;
  return ownText(isWhole ? text : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`);
};

/** A file that cannot be read to its end; `why` is told to the person. */
export class UnreadableFile extends Error {
  readonly why: Reason;
  constructor(code: Reason['code'], fields?: string[]) {
    super(code);
    this.why = { code, ...(fields && { fields }) };
  }
}
