import { LRUCache } from 'lru-cache';

/** Where the reading of a result goes on. */
type Cursor = {
  database: string;
  continuation: Buffer;
  /** The session of the transaction that opened it; its rows are seen there alone. */
  transaction: string | undefined;
};

/** The open cursors by their ids: when there are too many, the least recently used one goes. */
export type Cursors = LRUCache<string, Cursor>;

const MAX_CURSORS = 1_000;

/** For cursors that are read from within `idleMs`. The engine keeps the rest of their rows in files, which it removes by itself. */
export const createCursors = (idleMs: number): Cursors => new LRUCache({ max: MAX_CURSORS, ttl: idleMs });
