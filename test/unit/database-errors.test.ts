import { createRequire } from 'node:module';
import { describe, expect } from '@jest/globals';
import * as driver from 'mongodb';
import { toProblem } from 'shared/http/problem.ts';
import { proves } from '../support/proves.ts';

// Errors of the connection pool, which the driver does not export.
const pools = createRequire(import.meta.url)('mongodb/lib/cmap/errors');
const codeOf = (error: unknown) => toProblem(error).code;
/** The fields of a pool that its errors read. */
const pool = { address: 'localhost:1', serverError: new Error('x') } as never;
const serverError = (code: number) => new driver.MongoServerError({ message: 'x', code });

describe('an error of the database driver', () => {
  proves(['C7.database_away'], 'is reported as unavailable when the database is down', () => {
    const away = [
      new driver.MongoNetworkError('x'),
      new driver.MongoNetworkTimeoutError('x'),
      new driver.MongoServerSelectionError('x', {} as driver.TopologyDescription),
      new driver.MongoServerClosedError('x'),
      new driver.MongoTopologyClosedError('x'),
      new driver.MongoClientClosedError(),
      new driver.MongoNotConnectedError('x'),
      new pools.PoolClosedError(pool),
      new pools.PoolClearedError(pool),
      new pools.PoolClearedOnNetworkError(pool),
      new pools.WaitQueueTimeoutError('x', 'localhost:1'),
      serverError(91),
      // A cursor lost with its server.
      serverError(43),
      // A collection that is just being made.
      serverError(246),
      serverError(14_031),
      Object.assign(new Error('write ECONNRESET'), { syscall: 'write', code: 'ECONNRESET' }),
      Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
    ];
    const retryable = serverError(1);
    retryable.addErrorLabel('RetryableWriteError');
    for (const error of [...away, retryable]) expect([error, codeOf(error)]).toEqual([error, 'unavailable']);
  });

  proves(['C7.database_away'], 'is internal when the database is up', () => {
    const ours = [serverError(2), new driver.MongoInvalidArgumentError('x'), new RangeError('x'), undefined];
    for (const error of ours) expect([error, codeOf(error)]).toEqual([error, 'internal']);
  });
});
