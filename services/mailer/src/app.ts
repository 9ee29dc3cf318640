import type { Express } from 'express';
import { createApp } from 'shared/http/app.ts';
import { notFoundHandler, problemHandler } from 'shared/http/problem.ts';
import type { Log } from 'shared/observe/log.ts';

/** The mailer answers nobody but those who ask for its health, which `runService` does. */
export const createMailerApp = (siteUrl: string, log: Log): Express =>
  createApp(log).use(notFoundHandler).use(problemHandler(siteUrl));
