import { type Express, Router } from 'express';
import { createApp } from 'shared/http/app.ts';
import { notFoundHandler, problemHandler } from 'shared/http/problem.ts';
import { createRoute } from 'shared/http/route.ts';
import type { Log } from 'shared/observe/log.ts';
import { pageErrorHandler } from 'shared/pages/shell/error-page.ts';
import { type ConnectionParts, connectionRoutes } from './access/connection-routes.ts';
import { type IntrospectionParts, introspectionRoutes } from './access/introspection-routes.ts';
import { type AccountParts, accountRoutes } from './account/account-routes.ts';
import { type InternalParts, internalRoutes } from './account/internal-routes.ts';
import { checkRoutes } from './check/check-routes.ts';
import { type ApprovalParts, approvalRoutes } from './connect/approval-routes.ts';
import { type ConnectParts, connectRoutes } from './connect/connect-routes.ts';
import { type DemoParts, demoRoutes } from './demo/demo-routes.ts';
import { type PublicPageParts, publicPageRoutes } from './landing/public-page-routes.ts';
import { type OauthParts, oauthRoutes } from './oauth/oauth-routes.ts';
import { type SignInParts, signInRoutes } from './sign-in/sign-in-routes.ts';

type AuthParts = ConnectParts &
  ApprovalParts &
  ConnectionParts &
  OauthParts &
  SignInParts &
  DemoParts &
  AccountParts &
  InternalParts &
  IntrospectionParts &
  PublicPageParts & { log: Log };

/** Everything that auth answers, in order. */
export const createAuthApp = (parts: AuthParts): Express => {
  const app = createApp(parts.log);
  const route = createRoute(app, parts.keys);
  connectRoutes(route, parts);
  connectionRoutes(route, parts);

  const pages = Router()
    .use(publicPageRoutes(parts))
    .use(checkRoutes(parts))
    .use(approvalRoutes(parts))
    .use(oauthRoutes(parts))
    .use(signInRoutes(parts))
    .use(demoRoutes(parts))
    .use(accountRoutes(parts))
    .use(pageErrorHandler(parts.siteUrl));

  return app
    .use(introspectionRoutes(parts))
    .use(internalRoutes(parts))
    .use(pages)
    .use(notFoundHandler)
    .use(problemHandler(parts.siteUrl));
};
