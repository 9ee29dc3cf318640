import { parse } from 'node:querystring';
import express, { type Express, type RequestHandler } from 'express';
import { type Log, requestLog } from '../observe/log.ts';
import { identifyRequest } from '../observe/request-context.ts';

/** An Express app as every service has it: request log, no fingerprints, plain query strings. `first` run ahead of the log. */
export const createApp = (log: Log, ...first: RequestHandler[]): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Express's own drops what comes after a thousand parameters (`C1.named`: nothing is dropped in silence).
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }));
  app.use(...first, identifyRequest, requestLog(log));
  return app;
};
