import { type Express, Router } from 'express';
import { pageErrorHandler } from 'shared/pages/error-page.ts';
import { createApp } from 'shared/service/app.ts';
import type { Log } from 'shared/service/log.ts';
import { notFoundHandler, problemHandler } from 'shared/service/problem.ts';
import { createRoute } from 'shared/service/route.ts';
import { type AccountParts, accountRoutes } from './account-page/account-routes.ts';
import { type ApprovalParts, approvalRoutes } from './connect/approval-routes.ts';
import { type ConnectParts, connectRoutes } from './connect/connect-routes.ts';
import { type ConnectionParts, connectionRoutes } from './connections/connection-routes.ts';
import { type InternalParts, internalRoutes } from './internal-routes.ts';
import { type IntrospectionParts, introspectionRoutes } from './introspection/introspection-routes.ts';
import { type OauthParts, oauthRoutes } from './oauth/oauth-routes.ts';
import { type PublicPageParts, publicPageRoutes } from './public-page-routes.ts';
import { type SignInParts, signInRoutes } from './sign-in/sign-in-routes.ts';

type AuthParts = ConnectParts &
  ApprovalParts &
  ConnectionParts &
  OauthParts &
  SignInParts &
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
    .use(approvalRoutes(parts))
    .use(oauthRoutes(parts))
    .use(signInRoutes(parts))
    .use(accountRoutes(parts))
    .use(pageErrorHandler(parts.siteUrl));

  return app
    .use(introspectionRoutes(parts))
    .use(internalRoutes(parts))
    .use(pages)
    .use(notFoundHandler)
    .use(problemHandler(parts.siteUrl));
};
