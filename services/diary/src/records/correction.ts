import type { Issue } from 'shared/contract/problem.ts';
import { pointer } from 'shared/http/validate.ts';

const says = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/** The fields of a correction that say something: a null, as an empty list, does not. */
export const stated = <Fields extends object>(correction: Fields): Fields =>
  Object.fromEntries(Object.entries(correction).filter(([, value]) => says(value))) as Fields;

/** What a correction (or that of an item, which stands at `path`) cannot mean: nothing at all, or a field both set and emptied. */
export const faultsOf = (
  correction: { clear?: readonly string[] | null | undefined },
  path: PropertyKey[] = [],
): Issue[] => {
  const { clear = [], ...set } = stated(correction);
  if (Object.keys(set).length === 0 && clear?.length === 0)
    return [{ pointer: pointer('', path), code: 'required', message: 'says nothing that is to change' }];
  return (clear ?? [])
    .filter((field) => field in set)
    .map((field) => ({
      pointer: pointer('', [...path, field]),
      code: 'duplicate',
      message: 'is both set and in `clear`',
    }));
};
