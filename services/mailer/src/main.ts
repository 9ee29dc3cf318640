import { createKeys } from 'shared/service/keys.ts';
import { createLog } from 'shared/service/log.ts';
import { createRedis, createWorkerRedis } from 'shared/service/redis.ts';
import { runService } from 'shared/service/run-service.ts';
import { startTracing } from 'shared/service/tracing.ts';
import { createMailerApp } from './app.ts';
import { config } from './config.ts';
import { startMailWorkers } from './mail-worker.ts';
import { createSmtp } from './smtp.ts';

const log = createLog('mailer', config.LOG_LEVEL);
await startTracing('mailer', config, log);
const redis = createRedis(config.REDIS_URL, log);
const workers = startMailWorkers({
  redis: createWorkerRedis(config.REDIS_URL, log),
  keys: createKeys(config.SECRET_KEY),
  sendMail: createSmtp(config.SMTP_URL, config.MAIL_FROM),
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
  // As long as a mail can take: one that is left half-way goes out again.
  closeMs: 6000,
});
