import { html } from 'shared/pages/figures/html.ts';
import { startView } from '../frame/frame.ts';
import { createRecordActs } from './record-acts.ts';
import { recordCard } from './record-card.ts';
import { createRecordTasks } from './record-tasks.ts';
import { type AnyRecord, createStoredRecords } from './stored-records.ts';

type Result = Partial<AnyRecord> & { deleted?: boolean; meals?: AnyRecord[] };

/** The card of what one call stored: a record, several copies of a meal, or that something was deleted. */
startView((frame) => {
  const stored = createStoredRecords();
  const { open, acts } = createRecordActs(frame, stored, createRecordTasks(frame, stored));
  return {
    take: (data) => {
      const { deleted, id, meals, ...record } = data as Result;
      if (meals) for (const meal of meals) stored.put(meal);
      else if (deleted && id && !stored.of(id)) stored.end(id, 'deleted');
      else if (id && record.version) stored.put({ id, ...record } as AnyRecord);
    },
    show: () => html`${stored.all().map((entry) => recordCard({ frame, entry, open: open() }))}`,
    acts,
  };
});
