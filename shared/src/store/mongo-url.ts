import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { wrongServer } from '../process/config.ts';

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
  .refine(
    isMongo,
    `${wrongServer('mongodb://user:password@host/diary?replicaSet=rs0')}, and give options that the driver knows`,
  )
  // What every process says itself comes before the URL's: this one would be ignored.
  .refine((text) => !/[?&]serverSelectionTimeoutMS=/i.test(text), {
    error: 'has the option serverSelectionTimeoutMS: set MONGODB_TIMEOUT_MS instead',
  });
