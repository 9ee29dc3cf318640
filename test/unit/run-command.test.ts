import { expect, test } from '@jest/globals';
import { runCommand } from 'engines/run-command.ts';

test.each([
  [
    'a full disk',
    'tar: ./usr: Cannot write: No space left on device',
    'dpkg-deb: error: tar subprocess returned error exit status 2',
  ],
  [
    'PostgreSQL',
    'FATAL:  could not create shared memory segment',
    'initdb: removing data directory "/tmp/cluster"',
  ],
])('of all that a command complains of, the error has the reason: %s', async (_, reason, after) => {
  const complaint = `printf '%s\\n' "$@" >&2; exit 1`;
  const failing = runCommand(['sh', '-c', complaint, 'sh', 'WARNING: first', reason, after]);
  await expect(failing).rejects.toThrow(new Error(reason));
});
