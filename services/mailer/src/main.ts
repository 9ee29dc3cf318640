import { mailTimes } from 'shared/deadlines.ts';
import { runService } from 'shared/http/run-service.ts';
import { createLog } from 'shared/observe/log.ts';
import { startTracing } from 'shared/observe/tracing.ts';
import { createKeys } from 'shared/process/keys.ts';
import { createRedis, createWorkerRedis } from 'shared/store/redis.ts';
import { createMailerApp } from './app.ts';
import { config } from './config.ts';
import { startMailWorkers } from './smtp/mail-worker.ts';
import { createSmtp } from './smtp/smtp.ts';

const log = createLog('mailer', config.LOG_LEVEL);
await startTracing('mailer', config, log);
const redis = createRedis(config.REDIS_URL, log);
const workers = startMailWorkers({
  redis: createWorkerRedis(config.REDIS_URL, log),
  keys: createKeys(config.SECRET_KEY),
  sendMail: createSmtp(config.SMTP_URL, config.MAIL_FROM, config.SMTP_TIMEOUT_MS, config.tokenClient),
  log,
});

runService({
  service: 'mailer',
  app: createMailerApp(config.SITE_URL, log),
  log,
  config,
  // The mail server is not checked: while it is down, the mailer has to be there to say so.
  checks: { redis: () => redis.ping() },
  close: [() => Promise.all(workers.map((worker) => worker.close()))],
  closeMs: mailTimes(config.SMTP_TIMEOUT_MS).closeMs,
});
