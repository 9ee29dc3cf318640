/** What discloses internals: a stack, a path, a library, an engine, an address behind the gateway. */
export const INTERNALS =
  /node_modules|\.[cm]?js:\d|\.ts\b|\bat \S+ \(|\b[A-Z]\w*Error\b|mongo|documentdb|postgres|redis|bullmq|\b(zod|oidc-provider|express|koa)\b|ECONN|127\.0\.0\.1:|\/internal\/|\/work\/|\/tmp\/|\/home\/|\[object /i;
