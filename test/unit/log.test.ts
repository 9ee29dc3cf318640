import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { proves } from '../support/proves.ts';

const LOG = new URL('../../shared/src/observe/log.ts', import.meta.url).href;
const PROBLEM = new URL('../../shared/src/contract/problem.ts', import.meta.url).href;
const INDEXES = new URL('../../shared/src/store/make-indexes.ts', import.meta.url).href;
const MONGO = new URL('../../shared/src/store/mongo.ts', import.meta.url).href;
const REDIS = new URL('../../shared/src/store/redis.ts', import.meta.url).href;

/** The log output of a program. */
const logOf = async (program: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])).stdout;

const linesOf = (log: string) =>
  log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Those that take seconds, side by side. */
const databaseDown = logOf(`import { createLog } from '${LOG}';
  import { createMongo } from '${MONGO}';
  import { makeIndexes } from '${INDEXES}';
  const log = createLog('test', 'info');
  const { db } = createMongo('mongodb://user:S3cret@127.0.0.1:1/diary', 'test', log);
  makeIndexes(db, { meals: [{ key: { day: 1 } }] }, log);
  setTimeout(() => process.exit(), 4000);`);
const noIndexes = logOf(`import { createLog } from '${LOG}';
  import { makeIndexes } from '${INDEXES}';
  const reasons = [['MongoNetworkError'], ['MongoNetworkError'], ['MongoServerError', 13], ['MongoServerError', 85]];
  const createIndexes = () => {
    const [name, code] = reasons.shift() ?? process.exit();
    throw Object.assign(new Error('words of somebody'), { name, code });
  };
  makeIndexes({ collection: () => ({ createIndexes }) }, { meals: [] }, createLog('test', 'info'));`);
// Each second counts as a minute.
const redisAway = logOf(`import { createServer } from 'node:net';
  import { createLog } from '${LOG}';
  import { createRedis } from '${REDIS}';
  const now = performance.now.bind(performance);
  performance.now = () => 60 * now();
  const server = createServer((socket) => socket.on('data', () => socket.write('-WRONGPASS and more words\\r\\n')));
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => createRedis('redis://:S3cret@127.0.0.1:' + port, createLog('test', 'info')));
    setTimeout(() => server.listen(port, '127.0.0.1'), 500);
    setTimeout(() => process.exit(), 3500);
  });`);

proves(['C1.private'], 'an error is logged by its type and stack, never by its message', async () => {
  const program = `import { createLog } from '${LOG}';
    const err = new TypeError('a message with\\n    words of somebody', { cause: Object.assign(new Error('more words'), { code: 'ENOTFOUND' }) });
    createLog('test', 'info').error({ err }, 'failed');`;
  const line = await logOf(program);
  const { msg, err } = JSON.parse(line);
  expect([msg, err.type, err.code]).toEqual(['failed', 'TypeError', 'ENOTFOUND']);
  expect(err.stack.length).toBeGreaterThan(0);
  expect(line).not.toContain('words');
});

proves(
  ['C1.private'],
  "of Redis's own errors the first word is logged as the code, and no other",
  async () => {
    const program = `import { createLog } from '${LOG}';
    const err = Object.assign(new Error('READONLY and more words'), { name: 'ReplyError' });
    createLog('test', 'info').error({ err }, 'failed');`;
    const line = await logOf(program);
    expect(JSON.parse(line).err.code).toBe('READONLY');
    expect(line).not.toContain('words');
  },
);

proves(
  ['C1.private'],
  "where no node of a Redis Cluster answers, the last one's code is logged",
  async () => {
    const program = `import { createLog } from '${LOG}';
    const lastNodeError = Object.assign(new Error('WRONGPASS and more words'), { name: 'ReplyError' });
    const err = Object.assign(new Error('Failed'), { name: 'ClusterAllFailedError', lastNodeError });
    createLog('test', 'info').error({ err }, 'failed');`;
    const line = await logOf(program);
    expect(JSON.parse(line).err.code).toBe('WRONGPASS');
    expect(line).not.toContain('words');
  },
);

proves(
  ['C1.private'],
  "the reason why a part is unavailable is logged, but no word of the caller's message",
  async () => {
    const program = `import { createLog } from '${LOG}';
    import { unavailable } from '${PROBLEM}';
    createLog('test', 'info').error({ err: unavailable('another key') }, 'unavailable');`;
    const line = await logOf(program);
    expect(JSON.parse(line).err).toMatchObject({ code: 'unavailable', reason: 'another key' });
    expect(line).not.toContain('Please');
  },
);

proves(
  ['C7.database_away'],
  'a database that is down at the start is logged once a minute: why',
  async () => {
    const log = await databaseDown;
    expect(linesOf(log)).toMatchObject([
      { msg: 'mongodb is away', err: { code: 'ECONNREFUSED' } },
      { msg: 'indexes could not be made yet' },
    ]);
    expect(log).not.toContain('S3cret');
  },
);

proves(
  ['C7.database_away'],
  'why indexes cannot be made is logged once, and again when it is another',
  async () => {
    expect(linesOf(await noIndexes).map(({ msg, err }) => [msg, err.code])).toEqual(
      [undefined, 13, 85].map((code) => ['indexes could not be made yet', code]),
    );
  },
);

test('why Redis cannot be used is logged once a minute: the reason may have changed', async () => {
  const log = await redisAway;
  const lines = linesOf(log);
  expect(lines.map(({ msg, err }) => [msg, err.code]).slice(0, 2)).toEqual([
    ['redis is away', 'ECONNREFUSED'],
    ['redis is away', 'WRONGPASS'],
  ]);
  const [first = 0, second = 0] = lines.map(({ time }) => Date.parse(time));
  expect(second - first).toBeGreaterThan(950);
  expect(log).not.toMatch(/S3cret|words/);
});
