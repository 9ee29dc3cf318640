import { z } from 'zod';
import { inputErrorMap } from '../contract/input-errors.ts';
import { brokenBy, DEFAULT_TIMES, type OperatorTimes } from '../deadlines.ts';
import { LOOPBACK_HOSTS } from './loopback.ts';

/** Values in one variable, comma-separated. */
export const list = z.string().transform((text) => text.split(',').map((entry) => entry.trim()));

const secretKey = z.string().min(32, 'each key needs at least 32 characters');

/** Whether a URL is an origin. One with anything else in it is refused, because that would be dropped. */
const isOrigin = (protocol: RegExp, text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && protocol.test(url.protocol) && url.href === `${url.origin}/`;
};

/** The origin of an http or https URL. */
export const origin = z
  .string()
  .refine(
    (text) => isOrigin(/^https?:$/, text),
    'must be an origin such as https://diary.example.org, without a path',
  )
  .transform((text) => new URL(text).origin);

/** The error for a wrong server address. Never the address itself: it can hold a password. */
export const wrongServer = (example: string) =>
  `must look like ${example}; percent-encode # / ? @ % and , in the password`;

/** Whether a client reads a server's address as it was meant: a `#` or `/` in a password ends it early. */
const isServer = (protocol: RegExp, text: string): boolean => {
  const url = URL.parse(text);
  if (!url?.hostname || !protocol.test(url.protocol) || /%(?![\da-f]{2})/i.test(text)) return false;
  return !/[@#]/.test(url.pathname + url.search + url.hash);
};

/**
 * Whether a text is the address of a Redis, or of some nodes of a cluster. Behind it stands at most the number of a database, which a
 * cluster has not: of anything else the client makes database 0 without a word, and options would come before what a service asks for.
 */
const isRedis = (text: string): boolean => {
  const nodes = text.split(',');
  const behind = nodes.length > 1 ? /^\/?$/ : /^\/?\d*$/;
  return nodes.every((node) => {
    const { pathname, search } = URL.parse(node) ?? { pathname: '', search: '' };
    return isServer(/^rediss?:$/, node) && behind.test(pathname + search);
  });
};

/** What every service reads (`C9.settings`). */
export const everyService = {
  /** The port that the service listens on. */
  PORT: z.coerce.number().int().min(1).max(65_535),
  /** The address that it listens on; every interface when absent. */
  HOST: z.string().optional(),
  SITE_URL: origin.default('http://localhost:8080'),
  /** One server, or some nodes of a cluster, comma-separated. */
  REDIS_URL: z
    .string()
    .refine(
      isRedis,
      `${wrongServer('redis://user:password@host:6379')}; no options, and behind a single server at most the number of a database (/1)`,
    )
    .transform((text) => text.replace(/\s*,\s*/g, ',')),
  SECRET_KEY: list.pipe(z.tuple([secretKey], secretKey)),
  /** Where Prometheus asks for `/metrics`: a port, on every interface, or an address and port; nowhere when absent. */
  METRICS_PORT: z
    .string()
    .regex(
      /^(([\w.-]+|\[[\da-f:]+\]):)?\d{1,5}$/i,
      'must be a port, or an address and a port such as 127.0.0.1:9464 or [::1]:9464',
    )
    .transform((text) => {
      const at = text.lastIndexOf(':');
      const host = at < 0 ? undefined : text.slice(0, at).replace(/^\[|\]$/g, '');
      return { host, port: Number(text.slice(at + 1)) };
    })
    .refine(({ port }) => port >= 1 && port <= 65_535, 'must have a port from 1 to 65535')
    .optional(),
  /** The OpenTelemetry collector (OTLP over HTTP) that traces are sent to; nothing is traced when absent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://collector:4318' })
    .optional(),
  /** The share of requests that is traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info'),
};

/** The public base of the OAuth addresses, where it is not SITE_URL. */
export const AUTH_URL = origin.optional();

export const SMTP_URL = z
  .string()
  .refine((text) => isServer(/^smtps?:$/, text), wrongServer('smtps://user:password@mail.example.org'))
  // The mail library ignores unknown options, and has some that skip a check: a misspelt one would send mail in the clear.
  .refine((text) => hasKnownOptions(URL.parse(text)?.search.slice(1) ?? ''), {
    error:
      'may have the options requireTLS=true and servername=NAME (of the certificate), each once, and no other',
  });

const hasKnownOptions = (query: string): boolean => {
  const options = query === '' ? [] : query.split('&');
  const names = options.map((option) => option.split('=')[0]);
  // A server's name in TLS is no address (RFC 6066, 3).
  const known = /^(requireTLS=(true|false)|servername=([A-Za-z\d-]+\.)*[A-Za-z][A-Za-z\d-]*)$/;
  return new Set(names).size === names.length && options.every((option) => known.test(option));
};

/** Where the mailer gets its access tokens: over TLS, or on this machine. */
export const SMTP_OAUTH2_TOKEN_URL = z.string().refine((text) => {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname));
}, 'must be an https address, or an http address of this machine');

/** A limit of time, in milliseconds, that the limits of `deadlines.ts` depend on: refused where one of them would not hold. */
const operatorTime = (name: keyof OperatorTimes) =>
  z.coerce
    .number()
    .int()
    .positive()
    .refine((ms) => !brokenBy({ [name]: ms }), { error: ({ input }) => brokenBy({ [name]: Number(input) }) })
    .default(DEFAULT_TIMES[name]);

export const MONGODB_TIMEOUT_MS = operatorTime('MONGODB_TIMEOUT_MS');
export const SMTP_TIMEOUT_MS = operatorTime('SMTP_TIMEOUT_MS');

/**
 * Whether there is a demo account (`C9.demo`), which anybody can use: among the accounts of real people somebody must have meant
 * that.
 */
export const DEMO_ACCOUNT = z
  .enum(['true', 'public', 'false'])
  .refine((text) => text !== 'true' || process.env.NODE_ENV !== 'production', {
    error: 'lets anybody in: with NODE_ENV=production say DEMO_ACCOUNT=public, if that is meant',
  })
  .default('false')
  .transform((text) => text !== 'false');

/** The addresses of a service; a host name that resolves to several addresses is several replicas. */
export const serviceUrl = list.pipe(
  z.array(
    z
      .string()
      .refine(
        (text) => isOrigin(/^http:$/, text),
        'must be addresses such as http://auth:3001, without a path',
      )
      .transform((text) => new URL(text)),
  ),
);

/** Stops the process with one line that says which setting is wrong. */
export const refuseSettings = (what: string): never => {
  process.stderr.write(`Configuration: ${what}.\n`);
  process.exit(1);
};

/**
 * The configuration of a process, read from its environment. What stands around a value is no part of it: a secret that was made
 * of a file ends with a line break. An empty variable counts as absent.
 * A wrong value stops the process with one line that names the variable.
 */
export const readConfig = <S extends z.ZodRawShape>(shape: S): z.output<z.ZodObject<S>> => {
  const values = Object.entries(process.env).map(([name, value]) => [name, value?.trim()]);
  const env = Object.fromEntries(values.filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(env, { error: inputErrorMap });
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => {
    const missing = env[String(issue.path[0])] === undefined;
    return `${String(issue.path[0])} ${missing ? 'is not set' : `is wrong: ${issue.message}`}`;
  });
  return refuseSettings(wrong.join('; '));
};
