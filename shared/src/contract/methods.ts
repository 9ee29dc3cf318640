/** Headers by which a call is to be done only under a condition, or only in part (RFC 9110, 13.1 and 14.5). */
export const CONDITIONS = ['If-Match', 'If-None-Match', 'If-Unmodified-Since', 'Content-Range'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** What a method of HTTP means here (RFC 9110, 9.3). */
type Meaning = {
  /** It counts against the limit of writes (`S8.limits`). */
  writes: boolean;
  /** `Idempotency-Key` is taken, where a token is needed. */
  key: boolean;
  /** The conditions that a call of a record takes (`C10.conditions`); one that comes with another is refused. */
  conditions: readonly Condition[];
  /** A call can have a body. */
  body: boolean;
  /** To call it twice changes nothing more. */
  idempotent: boolean;
  /** It may take something away. */
  destructive: boolean;
};

/** Every method that an operation or page is reached by. */
export const METHODS = {
  GET: {
    writes: false,
    key: false,
    conditions: CONDITIONS,
    body: false,
    idempotent: true,
    destructive: false,
  },
  POST: {
    writes: true,
    key: true,
    conditions: [],
    body: true,
    idempotent: false,
    destructive: false,
  },
  PUT: {
    writes: true,
    key: true,
    conditions: ['If-Match', 'If-None-Match'],
    body: true,
    idempotent: true,
    destructive: true,
  },
  PATCH: {
    writes: true,
    key: true,
    conditions: ['If-Match'],
    body: true,
    idempotent: false,
    destructive: true,
  },
  DELETE: {
    writes: true,
    key: true,
    conditions: ['If-Match'],
    body: false,
    idempotent: true,
    destructive: true,
  },
} as const satisfies Record<string, Meaning>;

export type Method = keyof typeof METHODS;

/** The methods with which a call can carry a body. */
export type MethodWithBody = {
  [M in Method]: (typeof METHODS)[M]['body'] extends true ? M : never;
}[Method];

/** What a request's method means: that of GET for HEAD; undefined for one that nothing is reached by. */
const meaningOf = (method: string): Meaning | undefined =>
  (METHODS as Record<string, Meaning>)[method === 'HEAD' ? 'GET' : method];

/** Whether a request only asks. */
export const onlyReads = (method: string): boolean => meaningOf(method)?.writes === false;

/** These and HEAD, which is served wherever GET is. */
export const withHead = (methods: readonly Method[]): string[] =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

/** What `Allow` names for an address that has these: OPTIONS is answered everywhere. */
export const allowed = (methods: readonly Method[]): string[] => [...withHead(methods), 'OPTIONS'];

export const ALL_METHODS = Object.keys(METHODS) as Method[];
