import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { everyService, readConfig, refuseSettings, SMTP_URL } from 'shared/process/config.ts';
import { LOOPBACK_HOSTS } from 'shared/process/loopback.ts';
import { MONGODB_URL } from 'shared/store/mongo-url.ts';
import { z } from 'zod';
import { DATA_DIR } from './operator/data-dir.ts';

const projectRoot = resolve(import.meta.dirname, '..');

const settings = readConfig({
  NODE_ENV: z.string().optional(),
  SITE_URL: everyService.SITE_URL,
  PORT: everyService.PORT.optional(),
  HOST: everyService.HOST,
  MONGODB_URL: MONGODB_URL.optional(),
  REDIS_URL: everyService.REDIS_URL.optional(),
  SMTP_URL: SMTP_URL.optional(),
  SECRET_KEY: everyService.SECRET_KEY.optional(),
  DATA_DIR,
  MAILBOX_PORT: everyService.PORT.default(8025),
  DIARY_CACHE_DIR: z.string().optional(),
});

const homeFolder = (): string => {
  try {
    return homedir();
  } catch {
    return refuseSettings('DIARY_CACHE_DIR is not set, and this user has no home folder');
  }
};

const neededInProduction = ['MONGODB_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY'] as const;
const missing = neededInProduction.filter((name) => settings[name] === undefined);
if (settings.NODE_ENV === 'production' && missing.length > 0)
  refuseSettings(`NODE_ENV=production runs on real servers only: set ${missing.join(', ')}`);

const { protocol, hostname, port } = new URL(settings.SITE_URL);
const sitePort = settings.PORT ?? Number(port || (protocol === 'https:' ? 443 : 80));
if (!settings.SMTP_URL && settings.MAILBOX_PORT === sitePort)
  refuseSettings(`MAILBOX_PORT is wrong: ${sitePort} is the port of the site`);

/** What `npm start` reads of the environment (`C9.settings`); the services read the rest themselves. */
export const config = {
  ...settings,
  PORT: sitePort,
  /** Which setting chooses another one: a proxy's address stays where links lead. */
  portVariable: !settings.PORT && LOOPBACK_HOSTS.includes(hostname) ? 'SITE_URL' : 'PORT',
  DIARY_CACHE_DIR: resolve(
    settings.DIARY_CACHE_DIR ?? join(homeFolder(), '.cache', 'diary-recording-service'),
  ),
  projectRoot,
};

// What a person has set for PostgreSQL (PGPORT, PGSSLMODE, …) is meant for other servers than the embedded one.
for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name];

/** What every process of the set inherits. */
export const environment: NodeJS.ProcessEnv = { ...process.env };
