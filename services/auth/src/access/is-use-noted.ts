const USE_IS_NOTED_EVERY_MS = 60_000;

/**
 * Whether a use at `usedAt` needs no note, because a later one was noted, or one less than a minute before. What is a minute ahead of
 * `now` was noted by a clock that has been set right since: it is corrected.
 */
export const isUseNoted = (notedAt: Date | null, usedAt: Date, now = usedAt): boolean =>
  notedAt !== null &&
  notedAt.getTime() > usedAt.getTime() - USE_IS_NOTED_EVERY_MS &&
  notedAt.getTime() < now.getTime() + USE_IS_NOTED_EVERY_MS;
