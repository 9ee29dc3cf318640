import type { CopyMealInput } from 'shared/contract/operations/copies.ts';
import { validationFailed } from 'shared/http/validate.ts';
import { momentOf, sameTimeOn } from 'shared/records/calendar.ts';
import { itemIdAt, type StoredMeal } from 'shared/records/meal.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
import { UNCHANGED } from 'shared/records/stored.ts';
import { addUp, itemSums, type Sums } from 'shared/records/totals.ts';
import { faultsOfFigures, multiplied } from '../meals/meal-correction.ts';
import { recordSize } from '../records/record-size.ts';

/**
 * The copies of a meal, one a day (`C11.copies`): the same items and figures at the same time of day. `timeZone` is that of its
 * profile. Throws `validation_failed` where multiplying makes a figure that no item can have.
 */
export const copiesOf = (
  meal: StoredMeal,
  { days, meal_type, multiply }: CopyMealInput,
  timeZone: string,
  clientName: string,
): StoredMeal[] => {
  const items = meal.items.map((item, index) => ({
    ...multiplied(item, multiply ?? 1),
    id: itemIdAt(index + 1),
  }));
  const faults = faultsOfFigures(items, () => ['multiply']);
  if (faults.length > 0) throw validationFailed(faults);
  const sums = addUp(items.map(itemSums)) as Sums;
  const now = new Date();
  return days.map((day) => {
    const moment = momentOf(sameTimeOn(day, meal.eaten_at, timeZone), timeZone);
    // No import brought the copy.
    const { size: _, import_id: __, ...copied } = meal;
    const copy = {
      ...copied,
      ...UNCHANGED,
      _id: newRecordId('meal'),
      day: moment.day,
      meal_type: meal_type ?? meal.meal_type,
      eaten_at: moment.text,
      instant: moment.instant,
      clock_time: moment.clock_time,
      description: null,
      items,
      item_ids: items.length,
      sums,
      notes: null,
      client_name: clientName,
      copied_from: meal._id,
      created_at: now,
      updated_at: now,
    };
    return { ...copy, size: recordSize(copy) };
  });
};
