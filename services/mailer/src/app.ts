import type { Express } from 'express';
import { createApp } from 'shared/service/app.ts';
import type { Log } from 'shared/service/log.ts';
import { notFoundHandler, problemHandler } from 'shared/service/problem.ts';

/** The mailer answers nobody but those who ask for its health, which `runService` does. */
export const createMailerApp = (siteUrl: string, log: Log): Express =>
  createApp(log).use(notFoundHandler).use(problemHandler(siteUrl));
