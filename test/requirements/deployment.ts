import type { Requirement } from '../requirements.ts';

const C = (id: string, text: string): Requirement => ({ id: `C${id}`, text, source: 'contract' });

export const deployment: Requirement[] = [
  C(
    '9.settings',
    'Every variable of the table can be set from outside, and what has no default is asked for.',
  ),
  C('9.wrong_setting', 'A missing variable stops a process with one line that names it.'),
  C('9.real_servers', 'A production process runs on the real servers that it is told of.'),
  C('9.replicas', 'A service can run in several replicas: nothing of its deployment is there once only.'),
  C('9.seed', 'npm run seed fills a running set with made-up diaries and gives a working token per account.'),
  C('9.seed_production', 'npm run seed refuses NODE_ENV=production.'),
];
