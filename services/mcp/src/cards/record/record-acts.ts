import { readNumber } from 'shared/pages/form/written-number.ts';
import type { Frame, Pressed } from '../frame/frame.ts';
import type { OpenItem } from './record-card.ts';
import type { RecordTasks } from './record-tasks.ts';
import { type Entry, isMeal, type StoredRecords } from './stored-records.ts';

/** What the buttons of a record's card do, and which item is open. */
export const createRecordActs = (frame: Frame, stored: StoredRecords, tasks: RecordTasks) => {
  let open: OpenItem;

  const withEntry =
    (act: (entry: Entry, pressed: Pressed) => void) =>
    (pressed: Pressed): void => {
      const entry = stored.of(pressed.data.record ?? '');
      if (entry) act(entry, pressed);
    };
  const itemOf = ({ record }: Entry, id: string | undefined) =>
    record && isMeal(record) ? record.items.find((item) => item.id === id) : undefined;

  return {
    open: (): OpenItem => open,
    acts: {
      open: withEntry((entry, { data }) => {
        const isOpen = open?.record === entry.id && open.item === data.item;
        open = isOpen ? undefined : { record: entry.id, item: data.item ?? '' };
        frame.draw();
      }),
      multiply: withEntry((entry, { data: { item, by } }) => {
        const multiply = Number(by);
        tasks.correct(entry, item ? { items: [{ id: item, multiply }] } : { multiply });
      }),
      'set-grams': withEntry((entry, { data, entries }) => {
        const grams = readNumber(entries.grams ?? '');
        const weight = itemOf(entry, data.item)?.weight_g;
        if (!grams) return frame.say({ text: frame.words().cards.number });
        // All figures follow the weight. What is shown is rounded, and so is the weight that the person reads.
        if (weight) tasks.correct(entry, { items: [{ id: data.item, multiply: grams / weight }] });
      }),
      'set-name': withEntry((entry, { data, entries }) => {
        if (!entries.name) return frame.say({ text: frame.words().cards.noName });
        tasks.correct(entry, { items: [{ id: data.item, name: entries.name }] });
      }),
      'remove-item': withEntry((entry, { data }) => tasks.correct(entry, { remove_items: [data.item] })),
      delete: withEntry(tasks.remove),
      'put-back': withEntry(tasks.putBack),
    },
  };
};
