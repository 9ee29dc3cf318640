/** Where the reading of a result goes on. */
export type Cursor = {
  database: string;
  continuation: Buffer;
  /** The session of the transaction that opened it; its rows are seen there alone. */
  transaction: string | undefined;
};

export type Cursors = ReturnType<typeof createCursors>;

const MAX_CURSORS = 1_000;

/** The open cursors, oldest first. The engine keeps the rest of their rows in files, which it removes by itself. */
export function createCursors(idleMs: number) {
  const open = new Map<string, Cursor & { usedAt: number }>();

  const forgetIdle = () => {
    for (const [id, { usedAt }] of open) if (usedAt < Date.now() - idleMs) open.delete(id);
  };
  setInterval(forgetIdle, Math.min(idleMs, 60_000)).unref();

  return {
    /** Keeps a cursor, and lets the one go that was used least recently when there are too many. */
    keep(id: string, cursor: Cursor) {
      open.delete(id);
      open.set(id, { ...cursor, usedAt: Date.now() });
      const [oldest] = open.keys();
      if (open.size > MAX_CURSORS && oldest !== undefined) open.delete(oldest);
    },
    get: (id: string): Cursor | undefined => open.get(id),
    /** Whether there was one. */
    forget: (id: string): boolean => open.delete(id),
    forgetTransaction(session: string) {
      for (const [id, { transaction }] of open) if (transaction === session) open.delete(id);
    },
  };
}
