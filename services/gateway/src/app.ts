import { type ErrorRequestHandler, type Express, type Request, type RequestHandler, Router } from 'express';
import { onlyReads } from 'shared/contract/methods.ts';
import { MCP_WITH_SLASH, OAUTH_ENDPOINTS, RESOURCE_PATHS } from 'shared/contract/oauth.ts';
import { getMeta, presentMeta } from 'shared/contract/operations/meta.ts';
import { OPERATIONS } from 'shared/contract/operations/operations.ts';
import { PAGES } from 'shared/contract/pages.ts';
import { createApp } from 'shared/http/app.ts';
import { oauthError } from 'shared/http/oauth-error.ts';
import { notFoundHandler, problemHandler } from 'shared/http/problem.ts';
import { validate } from 'shared/http/validate.ts';
import type { Log } from 'shared/observe/log.ts';
import { pageErrorHandler } from 'shared/pages/shell/error-page.ts';
import type { Keys } from 'shared/process/keys.ts';
import { admitMcp } from './admission/admit-mcp.ts';
import { type AdmissionParts, admitOperation } from './admission/admit-operation.ts';
import { admitPerson } from './admission/admit-person.ts';
import { endWithSession } from './admission/end-with-session.ts';
import { publicDocuments } from './documents/public-documents.ts';
import { allowedOrigins } from './edge/allowed-origins.ts';
import { allowAnyOrigin, allowOrigins, commonHeaders, refuseOtherOrigins } from './edge/common-headers.ts';
import { compress } from './edge/compress.ts';
import { endAfterEarlyAnswer, lingeringClose } from './edge/lingering-close.ts';
import { answerPipelined } from './edge/pipelining.ts';
import { refuseAmbiguous } from './edge/refuse-ambiguous.ts';
import { refuseConditions } from './edge/refuse-conditions.ts';
import { refuseLargeBody, refuseLargeFile } from './edge/refuse-large-body.ts';
import { serve } from './edge/serve.ts';
import { showHealth } from './proxy/health.ts';
import { createProxy, type Upstreams } from './proxy/proxy.ts';

type GatewayParts = AdmissionParts & {
  log: Log;
  keys: Keys;
  authUrl: string;
  offersClientDocuments: boolean;
  version: string;
  furtherOrigins: readonly string[];
  trustProxyHops: number;
  upstreams: Upstreams;
};

/** Everything that the public can reach, in order. */
export const createGatewayApp = (parts: GatewayParts): Express => {
  const { siteUrl, keys, upstreams } = parts;
  const admitted = admitOperation(parts);
  const personAdmitted = admitPerson(parts);
  const forwardTo = createProxy(siteUrl, keys, upstreams);

  const operations = serve('/api/v1', OPERATIONS, (operation) =>
    operation.owner === 'gateway'
      ? [showMeta(parts)]
      : [
          admitted(operation),
          refuseConditions(operation),
          refuseLargeBody(operation),
          forwardTo(operation.owner, operation.access === 'poll_token' ? 'poll' : 'operation'),
        ],
  );
  const isAllowed = allowedOrigins(siteUrl, parts.furtherOrigins);
  const mcpAdmitted = admitMcp(parts);
  const mcp = Router({ caseSensitive: true, strict: true })
    // Some clients look for the challenge with a GET first; with a token it is a 405 (`C6.transport`).
    .get(RESOURCE_PATHS.mcp, mcpAdmitted)
    .delete(RESOURCE_PATHS.mcp, mcpAdmitted)
    .use(
      serve('', [{ method: 'POST', path: RESOURCE_PATHS.mcp }], () => [mcpAdmitted, forwardTo('mcp', 'mcp')]),
    );
  const oauth = serve('', OAUTH_ENDPOINTS, () => [forwardTo('auth', 'oauth')]);
  const pages = Router()
    .use(
      serve('', PAGES, (page) => [
        personAdmitted(page),
        ...(page.fileBytes ? [refuseLargeFile(page.fileBytes), endWithSession(parts)] : [refuseLargeBody()]),
        ...(page.compressed ? [compress] : []),
        forwardTo(page.owner, page.cookies ? 'cookiePage' : 'page'),
      ]),
    )
    .use(pageErrorHandler(siteUrl));

  return createApp(parts.log, answerPipelined, forgetRequestId)
    .set('trust proxy', parts.trustProxyHops)
    .use(lingeringClose, endAfterEarlyAnswer, commonHeaders(siteUrl), refuseAmbiguous)
    .use('/api/v1', allowOrigins(isAllowed))
    .use(operations)
    .use(serve('', [{ method: 'GET', path: '/health' }], () => [showHealth(upstreams)]))
    .use(publicDocuments(parts))
    .use('/mcp', refuseOtherOrigins(isAllowed), allowOrigins(isAllowed))
    .use(withoutSlash, mcp)
    .use(
      OAUTH_ENDPOINTS.map(({ path }) => path),
      allowAnyOrigin,
    )
    .use(oauth)
    .use(
      OAUTH_ENDPOINTS.map(({ path }) => path),
      problemHandler(siteUrl, oauthError),
    )
    .use(pages)
    .use(notFoundHandler)
    .use(errorHandler(siteUrl));
};

/** Request ids are ours: a caller's could be anybody's. */
const forgetRequestId: RequestHandler = (request, _response, next) => {
  delete request.headers['x-request-id'];
  next();
};

/** People type the address of MCP, and some end it with a slash. */
const withoutSlash: RequestHandler = (request, _response, next) => {
  if (request.path === MCP_WITH_SLASH) request.url = request.url.replace(MCP_WITH_SLASH, RESOURCE_PATHS.mcp);
  next();
};

const showMeta =
  ({ siteUrl, authUrl, version }: GatewayParts): RequestHandler =>
  (request, response) => {
    request.operationId = getMeta.id;
    validate(getMeta, request);
    response.json(presentMeta(siteUrl, authUrl, version));
  };

/** Where only programs come, whatever they accept; people may open /mcp, and forms are posted to pages alone. */
const isForPrograms = ({ method, path }: Request): boolean => path.startsWith('/api/') || !onlyReads(method);

/** A problem, or a page for people. */
const errorHandler = (siteUrl: string): ErrorRequestHandler => {
  const [asProblem, asPage] = [problemHandler(siteUrl), pageErrorHandler(siteUrl)];
  return (error, request, response, next) => {
    const accepted = request.accepts(['application/problem+json', 'application/json', 'text/html']);
    const isForPeople = accepted === 'text/html' && !isForPrograms(request);
    return isForPeople ? asPage(error, request, response, next) : asProblem(error, request, response, next);
  };
};
