const USE_IS_NOTED_EVERY_MS = 60_000;

/**
 * Whether a use at `now` needs no note, because one was noted less than a minute ago. One that is further ahead was noted by a
 * clock that has been set right since: it is corrected.
 */
export const isUseNoted = (notedAt: Date | null, now: Date): boolean =>
  notedAt !== null && Math.abs(now.getTime() - notedAt.getTime()) < USE_IS_NOTED_EVERY_MS;
