const MINUTE_MS = 60_000;

/** The function, called no more than once a minute; the other calls do nothing. */
export const oncePerMinute = <Arguments extends unknown[]>(
  run: (...args: Arguments) => void,
): ((...args: Arguments) => void) => {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (performance.now() - lastAt < MINUTE_MS) return;
    lastAt = performance.now();
    run(...args);
  };
};
