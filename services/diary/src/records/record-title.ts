import type { RecordKind } from 'shared/contract/kinds.ts';
import type { RecordOf } from 'shared/records/documents.ts';

const NOTE_CHARACTERS = 60;
const MOST_CHARACTERS = 120;

const count = new Intl.NumberFormat('en-GB');

const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
};

const inARow = (kind: string, parts: readonly string[]): string =>
  cut(parts.length > 0 ? `${kind}: ${parts.join(', ')}` : kind, MOST_CHARACTERS);

const TITLES: { [Kind in RecordKind]: (record: RecordOf[Kind]) => string } = {
  meal: ({ meal_type, items }) =>
    inARow(
      meal_type,
      items.map(({ name }) => name.toLowerCase()),
    ),
  activity: ({ steps, workouts }) =>
    inARow('activity', [
      ...(steps === null ? [] : [`${count.format(steps)} steps`]),
      ...workouts.map(({ type }) => type.toLowerCase()),
    ]),
  sleep: ({ bedtime, wake_time, asleep_minutes }) =>
    inARow('sleep', [
      ...(bedtime && wake_time ? [`${bedtime} to ${wake_time}`] : []),
      ...(asleep_minutes === null ? [] : [`${count.format(asleep_minutes)} minutes asleep`]),
    ]),
  wellbeing: ({ text }) => [...text].slice(0, NOTE_CHARACTERS).join(''),
};

/** A record in a line (`C10.changes`): `lunch: lentil soup, bread`. */
export const recordTitle = <Kind extends RecordKind>(kind: Kind, record: RecordOf[Kind]): string =>
  TITLES[kind](record);
