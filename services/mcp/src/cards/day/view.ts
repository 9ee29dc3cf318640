import { addDays } from 'shared/records/calendar.ts';
import { startView } from '../frame/frame.ts';
import { createRecordActs } from '../record/record-acts.ts';
import { recordCard } from '../record/record-card.ts';
import { createRecordTasks } from '../record/record-tasks.ts';
import { createStoredRecords, recordsOf } from '../record/stored-records.ts';
import { type Day, dayCard } from './day-card.ts';

/** What `list_meals` leaves out of a day. */
const MEALS_ALONE = { time_zone: null, activity: null, sleep: null, wellbeing: [], targets: null };

/** The card of a day, or of its meals: from it to any of its records, and to the days beside it. */
startView((frame) => {
  let day: Day | undefined;
  /** Whether something of it was changed here since it was read. */
  let isOld = false;
  /** The record whose card stands in place of the day. */
  let shown: string | undefined;
  const stored = createStoredRecords();
  const tasks = createRecordTasks(frame, stored, () => {
    isOld = true;
  });
  const { open, acts } = createRecordActs(frame, stored, tasks);

  /** `readAt` is when the card itself read it. */
  const take = (data: object, readAt?: number): void => {
    const taken = { ...MEALS_ALONE, ...data } as unknown as Day;
    const records = recordsOf(taken);
    day = taken;
    stored.clear();
    for (const record of records) stored.put(record, readAt);
    isOld = false;
    shown = undefined;
  };
  const read = (wanted: string): void =>
    void frame.perform({
      tool: 'get_day',
      args: () => ({ day: wanted, profile_id: day?.profile_id }),
      writes: false,
      take: (data) => {
        take(data as object, Date.now());
        return undefined;
      },
    });

  return {
    take: (data) => take(data),
    show: () => {
      const entry = stored.of(shown ?? '');
      if (entry) return recordCard({ frame, entry, open: open(), isInDay: true });
      return dayCard(frame, day as Day);
    },
    acts: {
      ...acts,
      step: ({ data }) => day && read(addDays(day.day, Number(data.by))),
      show: ({ data }) => {
        shown = data.record;
        frame.draw();
      },
      back: () => {
        shown = undefined;
        if (isOld && day) read(day.day);
        else frame.draw();
      },
    },
  };
});
