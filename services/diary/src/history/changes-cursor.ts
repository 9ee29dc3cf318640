import { validationFailed } from 'shared/http/validate.ts';
import type { ChangesCursor } from './history-store.ts';

/** A place in the list of changes as callers pass it back. */
export const presentCursor = ({ at, id }: ChangesCursor): string =>
  Buffer.from(`${at.getTime()} ${id}`).toString('base64url');

/** Reads what `presentCursor` wrote. Throws `validation_failed` where it did not. */
export const readCursor = (cursor: string): ChangesCursor => {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, time, id] = /^([0-9]{1,15}) ([0-9a-f]{24})$/.exec(text) ?? [];
  if (time === undefined || id === undefined)
    throw validationFailed([
      {
        pointer: 'query/cursor',
        code: 'invalid_format',
        message: 'must be the next_cursor of an answer, as it came',
      },
    ]);
  return { at: new Date(Number(time)), id };
};
