import { setSleep, updateSleep } from 'shared/contract/operations/sleep.ts';
import { sleepNotices } from '../records/notices.ts';
import type { DayKind } from '../records/one-a-day-routes.ts';
import { sleepValues } from './sleep.ts';
import { correctSleep } from './sleep-correction.ts';

/** What `PUT` and `PATCH /days/{day}/sleep` do. */
export const SLEEP_OF_DAY: DayKind<'sleep'> = {
  kind: 'sleep',
  set: setSleep,
  update: updateSleep,
  values: sleepValues,
  correct: correctSleep,
  notices: sleepNotices,
};
