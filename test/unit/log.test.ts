import { execFileSync } from 'node:child_process';
import { expect } from '@jest/globals';
import { proves } from '../support/proves.ts';

const LOG = new URL('../../shared/src/service/log.ts', import.meta.url).href;

proves(['C1.private'], 'an error is logged by its kind and place, never by its message', () => {
  const program = `import { createLog } from '${LOG}';
    const err = new TypeError('a message with\\n    words of somebody', { cause: Object.assign(new Error('more words'), { code: 'ENOTFOUND' }) });
    createLog('test', 'info').error({ err }, 'failed');`;
  const line = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const { msg, err } = JSON.parse(line);
  expect([msg, err.type, err.code]).toEqual(['failed', 'TypeError', 'ENOTFOUND']);
  expect(err.stack.length).toBeGreaterThan(0);
  expect(line).not.toContain('words');
});
