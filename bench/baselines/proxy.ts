import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/** The least that a gateway can be: Express and http-proxy-middleware with connections that stay open. */
const [target = ''] = process.argv.slice(2);
const server = express()
  .use(createProxyMiddleware({ target, agent: new Agent({ keepAlive: true }) }))
  .listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
