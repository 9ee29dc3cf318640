import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDir } from 'engines/data-dir-lock.ts';
import type { Engine, EngineOptions, Part } from 'engines/engine.ts';
import { mailboxPart } from 'engines/mailbox/mailbox-part.ts';
import { prepareMongo } from 'engines/mongo/prepare-mongo.ts';
import { freePort, requirePort } from 'engines/ports.ts';
import { prepareRedis } from 'engines/redis/prepare-redis.ts';
import { supervise } from 'engines/supervisor.ts';
import { bundleName, bundlePrograms } from './bundle.ts';
import { config, environment } from './config.ts';
import { flush, print, printError } from './print.ts';
import { loadOrCreateSecretKey } from './secret-key.ts';
import { serviceParts } from './service-parts.ts';

/** @throws Error, one line that names the setting */
const requireFolder = (variable: string, folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Error(`${variable} cannot be used: ${(error as Error).message}`);
  }
};

const external = (variable: string, url: string): Engine => {
  // It may have been set for another program.
  print(`${variable} is set: that server is used.`);
  return { url, parts: [] };
};

const embedded = async (prepare: (options: EngineOptions) => Promise<Engine>, name: string) => {
  const port = await freePort();
  const dataDir = join(config.DATA_DIR, name);
  const cacheDir = config.DIARY_CACHE_DIR;
  return prepare({ dataDir, cacheDir, port, progress: print }).catch((error: Error) => {
    // If the folder for downloads cannot be written, that is the reason. Installed engines need none.
    requireFolder('DIARY_CACHE_DIR', cacheDir);
    throw error;
  });
};

const embeddedMailbox = async () => {
  const { DATA_DIR: dataDir, MAILBOX_PORT: pagePort } = config;
  return mailboxPart({ dataDir, pagePort, smtpPort: await freePort() });
};

/** Where the programs are bundled; undefined, and the sources are run, where there is no place for bundles. */
const bundles = (): Promise<string | undefined> =>
  bundlePrograms(config.projectRoot).catch((error: Error) => {
    print(`The services are not bundled, and start more slowly: ${error.message}`);
    return undefined;
  });

/** Runs the bundle of a program in place of its source. */
const fromBundle = (part: Part, folder: string): Part => ({
  ...part,
  args: part.args.map((arg) => (arg.endsWith('/main.ts') ? join(folder, bundleName(arg)) : arg)),
});

const onReady = () => {
  const site = config.SITE_URL;
  const { protocol, hostname, port } = new URL(site);
  const leadsAway = protocol === 'http:' && hostname === 'localhost' && Number(port || 80) !== config.PORT;
  const mailbox = config.SMTP_URL ? [] : [`  Mailbox  http://localhost:${config.MAILBOX_PORT}`];
  print(
    [
      `\nReady after ${(performance.now() / 1_000).toFixed(1)} s.`,
      `  Site     ${site}`,
      `  Guide    ${site}/connect.md, for assistants`,
      `  API      ${site}/api/v1`,
      `  MCP      ${site}/mcp`,
      ...mailbox,
      `  Logs     ${join(config.DATA_DIR, 'logs')}`,
      ...(leadsAway
        ? [
            `The site is on port ${config.PORT}, where no link leads: unless a proxy does, set SITE_URL=http://localhost:${config.PORT}, too.`,
          ]
        : []),
      'Ctrl+C stops it; the data is kept.',
    ].join('\n'),
  );
};

/** Terminals and process managers may send a signal more than once: the first stops the set, the others say nothing new. */
const stopSignal = (): AbortSignal => {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  stop.signal.addEventListener('abort', () => print('Stopping …'));
  return stop.signal;
};

const start = async () => {
  const dataDir = config.DATA_DIR;
  requireFolder('DATA_DIR', dataDir);
  const heldFile = await lockDataDir(dataDir);
  await requirePort(config.portVariable, config.PORT, config.HOST);
  if (!config.SMTP_URL) await requirePort('MAILBOX_PORT', config.MAILBOX_PORT, '127.0.0.1');

  print(`Starting on ${dataDir}`);
  const [mongo, redis, mailbox, bundled] = await Promise.all([
    config.MONGODB_URL ? external('MONGODB_URL', config.MONGODB_URL) : embedded(prepareMongo, 'mongo'),
    config.REDIS_URL ? external('REDIS_URL', config.REDIS_URL) : embedded(prepareRedis, 'redis'),
    config.SMTP_URL ? external('SMTP_URL', config.SMTP_URL) : embeddedMailbox(),
    bundles(),
  ]);
  const services = await serviceParts({
    program: (service) => join(config.projectRoot, 'services', service, 'src/main.ts'),
    port: config.PORT,
    host: config.HOST,
    env: {
      SITE_URL: config.SITE_URL,
      MONGODB_URL: mongo.url,
      REDIS_URL: redis.url,
      SMTP_URL: mailbox.url,
      SECRET_KEY: config.SECRET_KEY?.join(',') ?? loadOrCreateSecretKey(dataDir),
    },
  });
  const stages = [
    [...mongo.parts, ...redis.parts],
    [...mailbox.parts, ...services.internal],
    [services.gateway],
  ].map((stage) => (bundled ? stage.map((part) => fromBundle(part, bundled)) : stage));
  await supervise(stages, { dataDir, env: environment, print, onReady, stop: stopSignal(), heldFile });
};

const exitCode = await start().then(
  () => 0,
  ({ code, message }: NodeJS.ErrnoException) => {
    printError(
      code === 'ENOSPC' ? `${message}: make room for DATA_DIR, which is ${config.DATA_DIR}.` : message,
    );
    return 1;
  },
);
await flush();
process.exit(exitCode);
