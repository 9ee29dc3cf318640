import { Redis } from 'ioredis';
import { onDatabase } from '../support/database.ts';
import { readLogs } from '../support/logs.ts';
import { readParts, type SetAddresses } from '../support/set.ts';

/** Runs `work` on the Redis of a set and disconnects. */
export const onRedis = async <T>(set: SetAddresses, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const { port = 0 } = (await readParts(set.dataDir)).redis ?? {};
  const redis = new Redis({ port, maxRetriesPerRequest: null });
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

const readKey = async (redis: Redis, key: string): Promise<unknown> => {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return redis.get(key);
  }
};

/** The places that contain any of these words: `mongodb meals`, `redis bull:…`, `log auth.log`. */
export const tracesOf = async (words: readonly string[], set: SetAddresses): Promise<string[]> => {
  const holds = (text: string): boolean => words.some((word) => text.includes(word));
  const inMongo = await onDatabase(async (db) => {
    const found = (await db.collections()).map(async (collection) => ({
      place: `mongodb ${collection.collectionName}`,
      text: JSON.stringify(await collection.find().toArray()),
    }));
    return Promise.all(found);
  }, set);
  const inRedis = await onRedis(set, async (redis) => {
    const keys = await redis.keys('*');
    return Promise.all(
      keys.map(async (key) => ({
        place: `redis ${key}`,
        text: `${key} ${JSON.stringify(await readKey(redis, key))}`,
      })),
    );
  });
  const inLogs = (await readLogs(set)).map(({ name, text }) => ({ place: `log ${name}`, text }));
  return [...inMongo, ...inRedis, ...inLogs]
    .filter(({ text }) => holds(text))
    .map(({ place }) => place)
    .sort();
};
