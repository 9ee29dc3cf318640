import { recogniseAppleHealth } from './sources/apple-health/recognise.ts';
import { appleHealthRecords } from './sources/apple-health/to-records.ts';
import { recogniseCronometer } from './sources/cronometer/recognise.ts';
import { CRONOMETER_TABLES } from './sources/cronometer/to-records.ts';
import type { Part, Source, SourceContext } from './sources/found/source.ts';
import { recogniseLoseIt } from './sources/lose-it/recognise.ts';
import { LOSE_IT_TABLES } from './sources/lose-it/to-records.ts';
import { recogniseMyFitnessPal } from './sources/my-fitness-pal/recognise.ts';
import { MY_FITNESS_PAL_TABLES } from './sources/my-fitness-pal/to-records.ts';
import { recogniseOwn } from './sources/own/recognise.ts';
import { ownRecords } from './sources/own/to-records.ts';
import { gatherDays } from './sources/table/gather-days.ts';
import { readTables, type Table } from './sources/table/read-tables.ts';

/** The name by which a download of this service is told from other sources. */
export const OWN = 'own';

/** A source whose files are tables. */
const ofTables = (name: string, recognise: Source['recognise'], tables: Record<string, Table>): Source => ({
  name,
  recognise,
  parts: Object.keys(tables),
  read: (parts: readonly Part[], context: SourceContext) =>
    gatherDays(readTables(parts, tables), name, context),
});

/** Every source; the first that recognises a file reads it. */
export const SOURCES: readonly Source[] = [
  { name: OWN, recognise: recogniseOwn, parts: ['download'], read: ownRecords },
  {
    name: 'Apple Health',
    recognise: recogniseAppleHealth,
    parts: ['health'],
    hasOneFile: true,
    read: appleHealthRecords,
  },
  ofTables('Cronometer', recogniseCronometer, CRONOMETER_TABLES),
  ofTables('Lose It!', recogniseLoseIt, LOSE_IT_TABLES),
  ofTables('MyFitnessPal', recogniseMyFitnessPal, MY_FITNESS_PAL_TABLES),
];
