import type { VersionLine } from 'shared/contract/operations/history.ts';
import { presentAuthor, type Versioned } from 'shared/records/stored.ts';

type AnyVersion = Versioned & { updated_at: Date; client_name: string };

/** How a version of a record came about. */
export const versionLine = (record: AnyVersion, current: boolean): VersionLine => ({
  version: record.version,
  at: record.updated_at.toISOString(),
  action: record.updated_by?.action ?? 'created',
  by: presentAuthor(record.updated_by ?? { by: 'assistant', client_name: record.client_name }),
  current,
});
