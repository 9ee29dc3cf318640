import { type Part, placeOf } from '../found/source.ts';
import type { FieldNames } from './columns.ts';
import { isDayFirst, readDay } from './days.ts';
import { type Entry, nothing, type Told } from './gather-days.ts';
import { type TableRow, tableRows } from './read-table.ts';

/** One kind of file of a source: what its columns are called, and what a row tells of its day. */
export type Table<Field extends string = string> = {
  names: FieldNames<Field | 'day'>;
  tell: (row: TableRow<Field>) => Told;
};

/** Keeps the fields of a table together; who reads it knows none of them but the day. */
export const table = <Field extends string>(one: Table<Field>): Table => one as unknown as Table;

/**
 * What the rows of several files tell. A date whose first number is over 12, anywhere, says that in all of them the day comes first
 * (`C14.dates`): so they are read twice.
 */
export async function* readTables(
  parts: readonly Part[],
  tables: Record<string, Table>,
): AsyncGenerator<Entry> {
  const rowsOf = async function* () {
    for (const { file, is } of parts) {
      const table = tables[is];
      if (!table) continue;
      for await (const row of tableRows(file, table.names)) yield { row, table };
    }
  };
  let dayFirst = false;
  for await (const { row } of rowsOf()) {
    dayFirst = isDayFirst(row.cell('day'));
    if (dayFirst) break;
  }
  for await (const { row, table } of rowsOf()) {
    const day = readDay(row.cell('day'), dayFirst);
    const told = row.isShifted ? nothing('shifted') : day ? table.tell(row) : nothing('no_day');
    yield { ...placeOf(row), ...told, day } as Entry;
  }
}
