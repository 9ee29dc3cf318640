import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { wrongServer } from '../process/config.ts';

/** The database that an address names, `diary` where it names none: the driver would take `test`. */
export const databaseName = (url: string): string =>
  decodeURIComponent(/^[^/]+\/\/[^/?]+\/([^/?]+)/.exec(url)?.[1] ?? 'diary');

const isMongo = (text: string): boolean => {
  try {
    new MongoClient(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * The variable MONGODB_URL. The driver checks it, because it alone knows its options; services without a database need not load
 * it.
 */
export const MONGODB_URL = z
  .string()
  .refine(isMongo, {
    error: `${wrongServer('mongodb://user:password@host/diary?replicaSet=rs0')}, and give options that the driver knows`,
    abort: true,
  })
  // MongoDB's own rule. The driver knows a part of it, and ends the process.
  .refine((text) => /^[^/\\. "$\0]{1,63}$/.test(databaseName(text)), {
    error: 'names a database as MongoDB does not: 63 characters at most, without spaces and / \\ . " $',
  })
  // What every process says itself comes before the URL's: this one would be ignored.
  .refine((text) => !/[?&]serverSelectionTimeoutMS=/i.test(text), {
    error: 'has the option serverSelectionTimeoutMS: set MONGODB_TIMEOUT_MS instead',
  });
