import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The key that this data folder's set signs and seals with; made at its first start, for the owner's eyes only. */
export function keptSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = randomBytes(32).toString('base64url');
  writeFileSync(file, `${key}\n`, { flag: 'wx', mode: 0o600 });
  return key;
}
