import { uuidv7 } from 'uuidv7';
import { KINDS, type RecordKind } from '../contract/kinds.ts';

/** An id for a new record: later ones sort behind it (RFC 9562, UUIDv7). */
export const newRecordId = (kind: RecordKind): string => `${KINDS[kind].idPrefix}_${uuidv7()}`;
