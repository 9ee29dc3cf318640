import { Problem } from '../contract/problem.ts';

/** What MongoDB answers when it is unable just now: the errors after which a driver may read again (Retryable Reads). */
const NOT_NOW_CODES = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
/**
 * What it answers when it is there, and unable to do this one thing just now: a lock or a command that took too long (24, 50); a
 * cursor that went with its server (43); a moment of which it cannot read any more, or of a collection that is just being made not
 * yet (239, 246); a disk that is full (14031).
 */
const NOT_THIS_NOW_CODES = [24, 43, 50, 239, 246, 14031];

/** Errors of the driver, by name: a service that has no database need not load it (docs/decisions/performance.md). */
const DOWN = new Set(
  [
    ...['MongoNetwork', 'MongoNetworkTimeout', 'MongoServerSelection', 'MongoWaitQueueTimeout'],
    ...['MongoPoolCleared', 'PoolClearedOnNetwork', 'MongoNotConnected'],
    // From a replica set whose members change, and from a client that connects for the first time or closes.
    ...['MongoServerClosed', 'MongoPoolClosed', 'MongoTopologyClosed', 'MongoClientClosed'],
  ].map((name) => `${name}Error`),
);

/** Whether an error of the driver says that the database is down. */
export const isDatabaseDown = (error: unknown): boolean => {
  const { name = '', code, syscall, errorLabels = [] } = Object(error);
  // The driver passes on errors of its socket while it writes a command: when the other end has closed it, without `syscall`.
  if (DOWN.has(name) || code === 'EPIPE' || (syscall === 'write' && code === 'ECONNRESET')) return true;
  return /^Mongo/.test(name) && (NOT_NOW_CODES.includes(code) || errorLabels.includes('RetryableWriteError'));
};

/** Whether an error of the driver says that the database is there, and cannot do this one thing just now. */
export const isUnableToDoThis = (error: unknown): boolean => {
  const { name = '', code } = Object(error);
  return /^Mongo/.test(name) && NOT_THIS_NOW_CODES.includes(code);
};

/** Whether an error says that the database, or a service, is down for everybody. */
export const isDown = (error: unknown): boolean =>
  error instanceof Problem ? error.isDown : isDatabaseDown(error);
