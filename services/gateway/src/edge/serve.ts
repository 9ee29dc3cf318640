import { type RequestHandler, Router } from 'express';
import { allowed, type Method } from 'shared/contract/methods.ts';
import { Problem } from 'shared/contract/problem.ts';
import { expressPath } from 'shared/http/route.ts';

type Endpoint = { method: Method; path: string };

/** Serves each path exactly as it is written; HEAD wherever GET is. Any other method there is a 405 that names those allowed. */
export const serve = <E extends Endpoint>(
  base: string,
  endpoints: readonly E[],
  handlers: (endpoint: E) => RequestHandler[],
): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, ofPath] of Map.groupBy(endpoints, ({ path }) => path)) {
    const route = router.route(expressPath(`${base}${path}`));
    for (const endpoint of ofPath)
      route[endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>](...handlers(endpoint));
    const allow = allowed(ofPath.map(({ method }) => method)).join(', ');
    route.options((_request, response) => void response.status(204).set('Allow', allow).end());
    route.all(() => {
      throw new Problem('method_not_allowed', `Only ${allow} can be used here.`, {
        headers: { Allow: allow },
      });
    });
  }
  return router;
};
