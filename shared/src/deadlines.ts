import { LIMITS } from './contract/limits.ts';

/**
 * Every limit of time that depends on another, in milliseconds unless its name says otherwise, and what must hold between them
 * (`H33`). A limit that depends on nothing stands where it is used; what callers are told is in contract/limits.ts.
 */

/** A caller is told within this that the database or a service is down (`C7.database_away`, `C7.service_away`). */
const OUTAGE_TOLD_MS = 5000;
/** What a step within it leaves for the others and for the way back. */
const WAY_BACK_MS = 1000;
/** How long the gateway waits for a service, and then for each next part of an answer (`C7.service_frozen`). */
export const GATEWAY_WAIT_MS = 10_000;

/** How long mcp has for all calls of a request: with time to write a large answer on a busy machine. */
export const TOOL_CALLS_MS = GATEWAY_WAIT_MS - 2 * WAY_BACK_MS;
/** How long the gateway waits for auth to say whose secret it is. */
export const INTROSPECTION_MS = OUTAGE_TOLD_MS - WAY_BACK_MS;
/** How long a service waits for another to begin its part of a page or download. */
export const EXPORT_BEGINS_MS = OUTAGE_TOLD_MS - WAY_BACK_MS;
/** How long a write is tried again while others are in its way. */
export const RACES_MS = OUTAGE_TOLD_MS - WAY_BACK_MS;
/** How long a call waits for its turn, and for a connection to the database. */
export const TURN_MS = OUTAGE_TOLD_MS - 2 * WAY_BACK_MS;

/** How long a connection to a replica may take; a call makes two at most. */
export const SERVICE_CONNECT_MS = 2000;
/** How long a connection to the database may take; a call makes two at most. */
export const MONGO_CONNECT_MS = 1500;
/**
 * The largest delay that a call may suffer from a Redis that does not answer its limits. It is longer than a busy process may
 * take to read an answer that has come: at 50 ms a burst on a loaded machine was taken for a Redis that is down.
 */
export const LIMITS_MS = 200;

/** How long any other command of Redis may take that a call waits for. */
export const REDIS_ANSWER_MS = 1000;

/** How long a signed principal is good for. */
export const PRINCIPAL_MS = 60_000;
/** How long a signature is reused: to sign for each call costs as much as a seventh of a bare proxy. */
export const SIGNATURE_REUSED_MS = 10_000;
/** How far a caller's clock may be ahead. */
export const CLOCK_AHEAD_MS = 5000;
/** How long an answer to an introspection may be remembered, if the secret is good for so long. */
export const INTROSPECTION_CACHED_MS = 300_000;
/**
 * How long such an answer is believed without news of auth: what is revoked ends only after it where Redis cannot be told. Auth
 * reads anew whether there is such a thing when what it knows is older than `ANNOUNCEMENTS_READ_MS`.
 */
export const CACHES_BELIEVED_MS = OUTAGE_TOLD_MS - 2 * WAY_BACK_MS;
export const ANNOUNCEMENTS_READ_MS = 1000;
/**
 * After this time, nothing that was admitted before an account or profile was closed can still write: its principal is good for
 * a minute, longer where a clock is ahead, and a call admitted at its end is answered within the gateway's wait.
 */
export const QUIET_AFTER_MS = PRINCIPAL_MS + CLOCK_AHEAD_MS + GATEWAY_WAIT_MS;
/**
 * How long the marker of a revocation that Redis missed is tried again: as long as anything that was let in before can be good,
 * for a gateway may sign what it cached just before.
 */
export const REVOCATION_RETRIED_MS = INTROSPECTION_CACHED_MS + QUIET_AFTER_MS;
/** How long Redis keeps a marker, and the note that auth was asked about a connection: twice as long as either is needed. */
export const REVOCATION_MARKER_SECONDS = (2 * REVOCATION_RETRIED_MS) / 1000;

/** How long a caller keeps an idle connection to a service at most. */
export const IDLE_CONNECTION_MS = 60_000;
/** How long a service keeps an idle connection, and how long it then waits for the headers of a request. */
export const KEEP_ALIVE_MS = 75_000;
export const HEADERS_MS = KEEP_ALIVE_MS + 5000;

/** How often diary looks for a demo account to fill, and how long whoever opens it waits for that. */
export const DEMO_FILLED_EVERY_MS = 2000;
export const DEMO_WAIT_MS = GATEWAY_WAIT_MS - 2 * WAY_BACK_MS;

/** How long a file may take to arrive. */
export const UPLOAD_MS = 6 * 3_600_000;

/** How often callers ask each replica whether it is ready. */
export const READINESS_POLL_MS = 1000;
/** How long a replica may hold its answer that it is ready, where nothing was called for a while. */
export const READINESS_HELD_MS = 5000;
/** How long a service that is told to stop goes on accepting: until its callers have noticed. */
export const DRAIN_MS = 1500;
/** How long it has, once it has answered what it accepted, to close each of its queues and engines; at most six, those of auth with its traces. */
export const CLOSE_MS = 2000;
const MOST_CLOSES = 6;
/** `stop_grace_period` of docker-compose.yml. */
export const STOP_GRACE_MS = 30_000;

/** What an operator may set, with what it is otherwise. */
export type OperatorTimes = {
  /** How long a call may wait for a server of the database. */
  MONGODB_TIMEOUT_MS: number;
  /** How long the mail server may take for one mail. */
  SMTP_TIMEOUT_MS: number;
};
export const DEFAULT_TIMES: OperatorTimes = { MONGODB_TIMEOUT_MS: 1000, SMTP_TIMEOUT_MS: 6000 };

/** The limits of a mail: from when its sender begins to wait, but for the last. */
export const mailTimes = (smtpMs: number) => ({
  /** One that the mailer has not begun by then is withdrawn, for its attempt would end too late. */
  begunMs: 1500,
  /** How long the sender waits for the verdict of the mail server (`C4.mail_verdict`). */
  verdictMs: smtpMs + 2000,
  /** How long a mailer that stops waits for its mails: one that is left half-way goes out again. */
  closeMs: smtpMs + 1000,
});

type Time = readonly [name: string, ms: number];

/** `shorter` must be less than `longer`, so that `why`. */
type Inequality = { shorter: Time; longer: Time; why: string };

const outageTold: Time = ['the time within which an outage is told', OUTAGE_TOLD_MS];
const gatewayWait: Time = ['the wait of the gateway', GATEWAY_WAIT_MS];

/** What must hold, with what an operator has set. */
export const inequalities = ({ MONGODB_TIMEOUT_MS, SMTP_TIMEOUT_MS }: OperatorTimes): Inequality[] => {
  const mail = mailTimes(SMTP_TIMEOUT_MS);
  const verdict: Time = ['the wait of POST /connect, 2000 ms more than SMTP_TIMEOUT_MS', mail.verdictMs];
  const stopGrace: Time = ['the time that a container has to stop', STOP_GRACE_MS];
  const drained = DRAIN_MS + GATEWAY_WAIT_MS;
  return [
    {
      shorter: ['the calls of a tool', TOOL_CALLS_MS],
      longer: gatewayWait,
      why: 'mcp, which knows what was done, says so',
    },
    {
      shorter: ['an introspection after limits that Redis does not answer', LIMITS_MS + INTROSPECTION_MS],
      longer: outageTold,
      why: 'the gateway says that auth is down',
    },
    {
      shorter: ['the beginning of a part from another service', EXPORT_BEGINS_MS],
      longer: outageTold,
      why: 'the owner of a page says that a part is missing',
    },
    { shorter: ['a turn', TURN_MS], longer: outageTold, why: 'a busy service says so itself' },
    { shorter: ['writes that are in the way', RACES_MS], longer: outageTold, why: 'a busy record is told' },
    {
      shorter: ['two connections to a service', 2 * SERVICE_CONNECT_MS],
      longer: outageTold,
      why: 'a machine that is gone is told in time',
    },
    {
      shorter: [
        'MONGODB_TIMEOUT_MS after two connections to the database',
        2 * MONGO_CONNECT_MS + MONGODB_TIMEOUT_MS,
      ],
      longer: outageTold,
      why: 'a database that is down is told in time',
    },
    {
      shorter: ['a mail begun at the last moment, with its SMTP_TIMEOUT_MS', mail.begunMs + SMTP_TIMEOUT_MS],
      longer: verdict,
      why: 'a mail that is reported as not sent was not accepted',
    },
    { shorter: verdict, longer: gatewayWait, why: 'the verdict, not a 504, reaches the caller' },
    {
      shorter: ['what was let in before a revocation', INTROSPECTION_CACHED_MS + QUIET_AFTER_MS],
      longer: ['the life of its marker', REVOCATION_MARKER_SECONDS * 1000],
      why: 'what is revoked stays revoked',
    },
    {
      shorter: ['the cache of introspections', INTROSPECTION_CACHED_MS],
      longer: ['the tries to write a marker that Redis missed', REVOCATION_RETRIED_MS],
      why: 'a revocation is known once Redis is back',
    },
    {
      shorter: ['what auth knows of revocations that Redis was not told', ANNOUNCEMENTS_READ_MS],
      longer: ['the time for which caches are believed', CACHES_BELIEVED_MS],
      why: 'not every call has to ask auth',
    },
    {
      shorter: [
        'a revocation that Redis cannot be told, with MONGODB_TIMEOUT_MS after two connections to the database',
        2 * REDIS_ANSWER_MS + 2 * MONGO_CONNECT_MS + MONGODB_TIMEOUT_MS + CACHES_BELIEVED_MS,
      ],
      longer: gatewayWait,
      why: 'it is answered',
    },
    {
      shorter: ['the reuse of a signature', SIGNATURE_REUSED_MS],
      longer: ['the life of a principal', PRINCIPAL_MS],
      why: 'no call carries a principal that has ended',
    },
    {
      shorter: ['an idle connection of the gateway', IDLE_CONNECTION_MS],
      longer: ['that of a service', KEEP_ALIVE_MS],
      why: 'no request meets a connection that is being closed',
    },
    {
      shorter: ['an idle connection of a service', KEEP_ALIVE_MS],
      longer: ['its wait for headers', HEADERS_MS],
      why: 'no request meets a connection that is being closed',
    },
    {
      shorter: ['the wait for a demo account', DEMO_WAIT_MS],
      longer: gatewayWait,
      why: 'its button says that it is being made',
    },
    {
      shorter: ['two looks for a demo account to fill', 2 * DEMO_FILLED_EVERY_MS],
      longer: ['the wait for it', DEMO_WAIT_MS],
      why: 'the button works from the start on',
    },
    {
      shorter: ['the pause between two questions whether a replica is ready', READINESS_POLL_MS],
      longer: ['the time that a stopping service goes on accepting', DRAIN_MS],
      why: 'no caller sends to a service that accepts no more',
    },
    {
      shorter: ['the arrival of a file', UPLOAD_MS],
      longer: ['the time that it is kept', LIMITS.importFileHours * 3_600_000],
      why: 'it is there when it has come',
    },
    {
      shorter: ['the stop of a service', drained + MOST_CLOSES * CLOSE_MS],
      longer: stopGrace,
      why: 'stopping loses nothing',
    },
    {
      shorter: [
        'the stop of a mailer, with its mails (SMTP_TIMEOUT_MS) and traces',
        drained + 2 * mail.closeMs,
      ],
      longer: stopGrace,
      why: 'a mail that is being sent is not sent again',
    },
  ];
};

/** The sentence that says which inequality a value of the operator breaks, naming both sides; undefined where none is broken. */
export const brokenBy = (times: Partial<OperatorTimes>): string | undefined => {
  const broken = inequalities({ ...DEFAULT_TIMES, ...times }).find(
    ({ shorter, longer }) => shorter[1] >= longer[1],
  );
  if (!broken) return undefined;
  const [shorter, longer] = [broken.shorter, broken.longer].map(([name, ms]) => `${name} (${ms} ms)`);
  return `${shorter} must be less than ${longer}`;
};
