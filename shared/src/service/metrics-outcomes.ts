import { Counter, Gauge } from 'prom-client';

const limits = new Counter({
  name: 'limit_decisions_total',
  help: 'Calls that the limits let through and refused. While Redis is down each process counts for itself.',
  labelNames: ['limit', 'decision', 'counted_by'],
});

/** Gives the function that counts the decisions of one limit. */
export const limitDecisions = (limit: string, countedBy: 'redis' | 'process') => {
  const allowed = limits.labels(limit, 'allowed', countedBy);
  const refused = limits.labels(limit, 'refused', countedBy);
  return (isAllowed: boolean): void => (isAllowed ? allowed : refused).inc();
};

const upstreamFailures = new Counter({
  name: 'upstream_failures_total',
  help: 'Requests to another service that broke off or got no answer in time.',
  labelNames: ['upstream', 'reason'],
});

/** Counts a request to another service that failed. */
export const countUpstreamFailure = (upstream: string, reason: 'broken_off' | 'timeout'): void =>
  upstreamFailures.inc({ upstream, reason });

const readyReplicas = new Gauge({
  name: 'upstream_replicas_ready',
  help: 'Replicas of another service that are ready; at 0 the service is down.',
  labelNames: ['upstream'],
});

/** Says how many replicas of another service are ready now. */
export const noteReadyReplicas = (upstream: string, count: number): void =>
  readyReplicas.set({ upstream }, count);

const mails = new Counter({
  name: 'mails_total',
  help: 'What became of mails: accepted by the mail server, put off (4xx), refused (5xx), no_answer, or not worth sending any more; failed: something is wrong with us.',
  labelNames: ['template', 'outcome'],
});

export type MailOutcome =
  | 'accepted'
  | 'put_off'
  | 'refused'
  | 'no_answer'
  | 'expired'
  | 'abandoned'
  | 'failed';

/** Counts what became of a mail. */
export const countMail = (template: string, outcome: MailOutcome): void => mails.inc({ template, outcome });

const lostCalls = new Counter({
  name: 'call_log_lost_total',
  help: 'Calls that are missing from the call log because Redis was down for too long.',
});

/** Counts a call that the call log will not have. */
export const countLostCall = (): void => lostCalls.inc();
