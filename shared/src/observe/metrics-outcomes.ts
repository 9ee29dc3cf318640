import { Counter, Gauge } from 'prom-client';

const limits = new Counter({
  name: 'limit_decisions_total',
  help: 'Calls that the limits let through and refused. While Redis is down each process counts for itself.',
  labelNames: ['limit', 'decision', 'counted_by'],
});

/** Returns the function that counts the decisions of one limit. */
export const limitDecisions = (limit: string, countedBy: 'redis' | 'process') => {
  const allowed = limits.labels(limit, 'allowed', countedBy);
  const refused = limits.labels(limit, 'refused', countedBy);
  return (isAllowed: boolean): void => (isAllowed ? allowed : refused).inc();
};

export const upstreamFailures = new Counter({
  name: 'upstream_failures_total',
  help: 'Requests to another service that broke off or got no answer in time.',
  labelNames: ['upstream', 'reason'],
});

export const readyReplicas = new Gauge({
  name: 'upstream_replicas_ready',
  help: 'Replicas of another service that are ready; at 0 the service is down.',
  labelNames: ['upstream'],
});

export const mails = new Counter({
  name: 'mails_total',
  help: 'What became of mails: accepted by the mail server, put off (4xx), refused (5xx), no_answer, or not worth sending any more; failed: something is wrong with us.',
  labelNames: ['template', 'outcome'],
});

const mailOutcomes = [
  'accepted',
  'put_off',
  'refused',
  'no_answer',
  'expired',
  'abandoned',
  'failed',
] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** Begins to count the mails of a template at 0: `rate` and `increase` do not see the failure that a series begins with. */
export const beginMails = (template: string): void => {
  for (const outcome of mailOutcomes) mails.inc({ template, outcome }, 0);
};

export const lostCalls = new Counter({
  name: 'call_log_lost_total',
  help: 'Calls that are missing from the call log: Redis was down for too long, or their batch could not be read.',
});
