import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key that this data folder's set signs and seals with; made at its first start, for the owner's eyes only.
 * @throws Error, one line, where the file holds less than a key
 */
export const loadOrCreateSecretKey = (dataDir: string): string => {
  const file = join(dataDir, 'secret-key');
  const existing = existsSync(file) && readFileSync(file, 'utf8').trim();
  if (existing && existing.length < 32)
    throw new Error(`${file} is damaged: restore it from a copy, or remove it to have a new key made`);
  if (existing) return existing;
  const key = randomBytes(32).toString('base64url');
  // Whole or not at all, also where the start is interrupted, the disk full or the power cut.
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return key;
};
