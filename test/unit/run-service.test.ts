import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { freePort } from 'engines/ports.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { endProcess } from '../support/start-part.ts';

const shared = new URL('../../shared/src/', import.meta.url).href;
/** More than the sockets between two processes hold. */
const ANSWER_BYTES = 32 * 1024 * 1024;

const program = (port: number, app: string) => `
  const { runService } = await import('${shared}http/run-service.ts');
  const { createLog } = await import('${shared}observe/log.ts');
  runService({
    service: 'small',
    app: ${app},
    log: createLog('small', 'info'),
    config: { PORT: ${port}, HOST: '127.0.0.1' },
    checks: {},
    close: [],
  });`;

const startService = (port: number, app: string) =>
  spawn(process.execPath, ['--input-type=module', '--eval', program(port, app)]);

proves(
  ['C9.replicas'],
  'a stopping service sends all of an answer that is read only after the stop has begun',
  async () => {
    const port = await freePort();
    // Every answer is complete at once, and far larger than what is sent before somebody reads.
    const service = startService(port, `(request, response) => response.end('x'.repeat(${ANSWER_BYTES}))`);
    const ended = once(service, 'exit');
    try {
      await once(service.stdout, 'data');
      const [answer] = (await once(get({ host: '127.0.0.1', port, agent: false }), 'response')) as [
        IncomingMessage,
      ];
      service.kill('SIGTERM');
      await eventually(() => refusesConnections(port), 'the stop to begin');
      await sleep(100);
      expect(await buffer(answer)).toHaveLength(ANSWER_BYTES);
      expect(await ended).toEqual([0, null]);
    } finally {
      await endProcess(service);
    }
  },
);

proves(
  ['C1.private'],
  'an error that nothing catches ends the process, and is logged like any other: without its message',
  async () => {
    const port = await freePort();
    const app = "() => setTimeout(() => JSON.parse('words of somebody'))";
    const service = startService(port, app);
    const output = Promise.all([text(service.stdout), text(service.stderr)]);
    const ended = once(service, 'exit');
    try {
      await eventually(async () => !(await refusesConnections(port)), 'the service to listen');
      get({ host: '127.0.0.1', port, agent: false }).on('error', () => {});
      expect(await ended).toEqual([1, null]);
      const [log, complaint] = await output;
      expect(complaint).toBe('');
      expect(JSON.parse(log.trim().split('\n').at(-1) ?? '')).toMatchObject({
        msg: 'uncaught exception',
        err: { type: 'SyntaxError', stack: expect.any(Array) },
      });
      expect(log).not.toContain('words');
    } finally {
      await endProcess(service);
    }
  },
);

const refusesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/health/live', agent: false }, (response) => {
      response.resume().once('end', () => resolve(false));
    });
    request.once('error', () => resolve(true));
  });
