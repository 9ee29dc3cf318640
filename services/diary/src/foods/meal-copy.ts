import { mapFields } from 'shared/contract/map-fields.ts';
import { figure, NUTRIENTS } from 'shared/contract/measures.ts';
import type { CopyMealInput } from 'shared/contract/operations/copies.ts';
import { validationFailed } from 'shared/http/validate.ts';
import { momentOf, sameTimeOn } from 'shared/records/calendar.ts';
import { itemIdAt, type StoredItem, type StoredMeal } from 'shared/records/meal.ts';
import { newRecordId } from 'shared/records/new-record-id.ts';
import { UNCHANGED } from 'shared/records/stored.ts';
import { addUp, itemSums, type Sums } from 'shared/records/totals.ts';
import { recordSize } from '../records/record-size.ts';

/** An item of which so many times as much was eaten. Its figures stay unrounded (`C10.multiply`). Throws `validation_failed` where one is more than an item can have. */
const multiplied = (item: StoredItem, factor: number): StoredItem => {
  const figures = mapFields(NUTRIENTS, (field) => {
    const value = item[field];
    return value === null ? null : value * factor;
  });
  const beyond = NUTRIENTS.find(
    (field) => figures[field] !== null && !figure(field).safeParse(figures[field]).success,
  );
  if (beyond)
    throw validationFailed([
      {
        pointer: '/multiply',
        code: 'too_big',
        message: `would make ${beyond} of ${item.id} ${figures[beyond]}`,
      },
    ]);
  return { ...item, ...figures, multiplied: true } as StoredItem;
};

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
    ...(multiply ? multiplied(item, multiply) : item),
    id: itemIdAt(index + 1),
  }));
  const sums = addUp(items.map(itemSums)) as Sums;
  const now = new Date();
  return days.map((day) => {
    const moment = momentOf(sameTimeOn(day, meal.eaten_at, timeZone), timeZone);
    const { size: _, ...copied } = meal;
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
