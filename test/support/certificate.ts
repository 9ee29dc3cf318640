import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Certificate = { key: Buffer; cert: Buffer };

/** A certificate for `host` that only who is told of it trusts, as `NAME.key` and `NAME.pem` in `folder`. */
export const makeCertificate = (folder: string, name: string, host = 'localhost', days = 30): Certificate => {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const options = [
    '-x509',
    '-nodes',
    '-newkey',
    'rsa:2048',
    '-days',
    `${days}`,
    ...subject,
    '-keyout',
    key,
    '-out',
    cert,
  ];
  execFileSync('openssl', ['req', ...options], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
};
