import { Gauge } from 'prom-client';
import { withTimeout } from '../process/with-timeout.ts';

const ANSWER_MS = 2000;

/**
 * Reports at each scrape how long ago the oldest unfinished deletion began: 0 where none is unfinished, and absent while the
 * database does not say.
 */
export const measureDeletions = (
  kind: 'account' | 'profile',
  findOldest: () => Promise<Date | undefined>,
): void => {
  new Gauge({
    name: 'deletion_oldest_seconds',
    help: 'Age of the oldest deletion that is not finished, 0 where there is none; one takes a minute and a half.',
    labelNames: ['kind'],
    async collect() {
      this.reset();
      await withTimeout(findOldest(), ANSWER_MS).then(
        (began) => this.set({ kind }, began ? (Date.now() - began.getTime()) / 1000 : 0),
        () => {},
      );
    },
  });
};
