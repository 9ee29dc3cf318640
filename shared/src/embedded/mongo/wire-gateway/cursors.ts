import { LRUCache } from 'lru-cache';

/** Where the reading of a result goes on. */
export type Cursor = {
  database: string;
  continuation: Buffer;
  /** The session of the transaction that opened it; its rows are seen there alone. */
  transaction: string | undefined;
};

export type Cursors = ReturnType<typeof createCursors>;

const MAX_CURSORS = 1_000;

/** The open cursors that were read from within `idleMs`. The engine keeps the rest of their rows in files, which it removes by itself. */
export function createCursors(idleMs: number) {
  const open = new LRUCache<string, Cursor>({ max: MAX_CURSORS, ttl: idleMs });

  return {
    /** Keeps a cursor, and drops the least recently used one when there are too many. */
    keep: (id: string, cursor: Cursor): void => void open.set(id, cursor),
    get: (id: string): Cursor | undefined => open.get(id),
    /** Whether there was one. */
    forget: (id: string): boolean => open.delete(id),
    forgetTransaction(session: string) {
      for (const [id, { transaction }] of open.entries()) if (transaction === session) open.delete(id);
    },
  };
}
