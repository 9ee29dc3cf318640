import type { RecordCollection } from 'shared/contract/kinds.ts';
import { MEASURES, type Measure } from 'shared/contract/measures.ts';
import type { StoredProfile } from 'shared/records/profile.ts';
import { kindStating } from '../report/allowed.ts';
import type { Range } from '../report/range.ts';

/** The figures that the table has a column for: those that reports show large. */
export const CLIENT_FIGURES = (Object.keys(MEASURES) as Measure[]).filter(
  (measure) => MEASURES[measure].main,
);

/** Those of them that a kind of record states. */
export const figuresOf = (kind: RecordCollection): Measure[] =>
  CLIENT_FIGURES.filter((measure) => kindStating(measure) === kind);

/** What the table may ask of the diary that a kept link opens with (`C13.shows`). */
export type ClientDiary = {
  profile: Pick<StoredProfile, '_id' | 'account_id' | 'time_zone'>;
  kinds: readonly RecordCollection[];
  /** The days up to today that the link shows; undefined where they are all still to come. */
  days: Range | undefined;
  /** Those of them that are among the last 14, and the first of the last 7. */
  recent: (Range & { lastWeekFrom: string }) | undefined;
};

/** An average per day that states the figure, of the last 7 days and of the 7 before; null where no day does. */
export type Averages = { last: number | null; before: number | null };

/** What the table says of a diary. */
export type ClientFigures = {
  /** The last day with a record, and when the last record came in; undefined where there is none. */
  last: { day: string; cameIn: Date } | undefined;
  /** How many of the last 7 days have a record. */
  daysWithRecords: number;
  /** Of the figures that the link shows. */
  averages: Partial<Record<Measure, Averages>>;
};

/** A kept link as the table shows it. */
export type Client = {
  id: string;
  name: string;
  /** The address of the report; undefined where the key that it was kept with is no longer in use. */
  path: string | undefined;
} & (
  | { state: 'open'; timeZone: string; figures: ClientFigures }
  /** The link was withdrawn or has expired; or its figures cannot be read at present. */
  | { state: 'ended' | 'unread' }
);
