export const OPERATION = {
  // Deployment
  'C9.settings': 'Every variable of the table can be set from outside, and what has no default is asked for.',
  'C9.wrong_setting': 'A missing variable stops a process with one line that names it.',
  'C9.mail_server_name':
    'The name in the certificate of the mail server can be given, and no option skips a check.',
  'C9.mail_oauth':
    'A mail server that takes OAuth 2 alone gets a token that the mailer fetches and renews; without one the mail has failed.',
  'C9.demo':
    'DEMO_ACCOUNT gives one made-up account, made anew each night, which ends no other visitor; in production it must be called public.',
  'C9.directory':
    'docs/directory has what directories of MCP servers ask for, made from the tools by npm run directory.',
  'C9.kernels':
    'It starts on a kernel without CPU quotas; a processor without AVX is told, and MongoDB is not tried there.',
  'C9.real_servers': 'A production process runs on the real servers that it is told of.',
  'C9.replicas_deployed':
    'A service can run in several replicas: nothing of its deployment is there once only.',
  'C9.seed': 'npm run seed fills a running set with made-up diaries and gives a working token per account.',
  'C9.seed_production': 'npm run seed refuses NODE_ENV=production.',

  // Operation
  'O.metrics':
    'Every service tells its rates, latencies, limits, queues, mails and engines on a port of its own.',
  'O.retention': 'What is kept for a time only is deleted by the database when that is over.',
  'O.metrics_private': 'No metric holds anything of an account, and none is reached through the gateway.',
  'O.traces':
    'A request is one trace through every service and engine that it went through, behind a switch.',
  'O.traces_private':
    'A span holds no address, parameter, value, token or content, and no caller chooses its trace.',
  'O.traces_told':
    'That traces do not reach the collector is a line in the log of every service that sends them.',
  'O.request_id':
    'The id of a request is in the lines of every service that worked on it, its mail included.',
  'O.job_id': 'What a queue had done is logged with the id of its job.',
  'O.readiness':
    'A service says that it is ready exactly while what it needs is there, and comes back by itself.',
  'O.monitoring_files': 'The dashboard and the alerts ask only for metrics that a running service has.',
  'O.rotation': 'SECRET_KEY is changed in three steps that sign nobody out and refuse nothing on its way.',
  'O.rotation_end':
    'What was sealed with a key that is gone is refused or left out; everything else goes on.',
  'A.stored':
    'Whatever a release ever stored is read: what came later is unknown, not an error, in every answer and figure.',
  'A.listed': 'A stored field that nobody meant to show is shown to nobody.',
  'O.backup': 'What was backed up and restored is what was there.',
  'O.backup_refuses': 'A restore refuses a database that is not empty, a damaged backup and an old ledger.',
  'O.restore_replays':
    'What ended after the backup stays ended after the restore: accounts, tokens, sessions, links, profiles.',
  'O.lost_mailbox': 'An account can be given another address; what the old one opened is closed.',
  'O.end_sessions':
    'An operator can sign out every browser and disconnect every assistant of an account: the next call is refused.',
  'O.delete_on_request':
    'An operator can delete an account for its person: refused at once, and every service erases.',
  'O.redis_cluster': 'Every command to Redis stays in one slot of a cluster.',
} as const;
