import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { serviceParts } from '../../scripts/service-parts.ts';
import { environment as testEnvironment } from '../support/config.ts';
import { proves } from '../support/proves.ts';
import {
  compose,
  composeService,
  configVariables,
  containerEnvironment,
  image,
  limits,
  operatorVariables,
  projectRoot,
  serviceNames,
} from './deployment-files.ts';

/** The settings of the table (`C9.settings`), and `AUTH_URL`; only the embedded engines use DATA_DIR. */
const CONTRACT_VARIABLES = [
  'SITE_URL',
  'AUTH_URL',
  'PORT',
  'MONGODB_URL',
  'MONGODB_TIMEOUT_MS',
  'REDIS_URL',
  'SMTP_URL',
  'SMTP_TIMEOUT_MS',
  'SMTP_OAUTH2_TOKEN_URL',
  'SMTP_OAUTH2_CLIENT_ID',
  'SMTP_OAUTH2_CLIENT_SECRET',
  'SMTP_OAUTH2_SCOPE',
  'DEMO_ACCOUNT',
  'MAILBOX_PORT',
  'SECRET_KEY',
  'LIMIT_CONNECT_PER_NETWORK',
  'ALLOWED_ORIGINS',
  'TRUST_PROXY_HOPS',
];

const given = {
  SITE_URL: 'https://diary.example.org',
  SECRET_KEY: 'a made-up key that is long enough to be one',
  SMTP_URL: 'smtps://mail.example.org',
};

const OWN_IMAGE = 'diary-recording-service';

const readConfigOf = (service: string, env: Record<string, string>) =>
  spawnSync(process.execPath, [join(projectRoot, 'services', service, 'src/config.ts')], {
    env,
    encoding: 'utf8',
  });

/** What a service takes its settings to be. */
const configOf = (service: string, env: Record<string, string>): Record<string, unknown> => {
  const program = `console.log(JSON.stringify((await import('${projectRoot}/services/${service}/src/config.ts')).config))`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse(spawnSync(process.execPath, args, { env, encoding: 'utf8' }).stdout);
};

/** In the image; `npm start` runs a bundle instead. */
const programIn = (service: string): string => `services/${service}/src/main.ts`;

const sharesNetwork = (one: string, other: string): boolean =>
  composeService(one).networks.some((network) => composeService(other).networks.includes(network));

const isInternal = (network: string): boolean => compose.networks[network]?.internal === true;

describe('docker-compose.yml', () => {
  test('runs every service of the project', () => {
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(serviceNames));
  });

  test('builds its image once and never pulls one of that name', () => {
    const own = Object.values(compose.services).filter(({ image }) => image === OWN_IMAGE);
    expect(own).toHaveLength(serviceNames.length);
    expect(own.filter(({ build }) => build)).toHaveLength(1);
    expect(own.every(({ pull_policy }) => pull_policy === 'never')).toBe(true);
  });

  proves(['C9.settings'], 'lets the operator set every variable of the contract', () => {
    const settable = operatorVariables.map(({ name }) => name);
    expect(settable).toEqual(expect.arrayContaining(CONTRACT_VARIABLES));
    const required = operatorVariables.filter((variable) => variable.required).map(({ name }) => name);
    expect(required.sort()).toEqual(Object.keys(given).sort());
  });

  describe.each(serviceNames)('%s', (name) => {
    const service = composeService(name);
    const environment = containerEnvironment(name, given);

    test('runs with the command of npm start', async () => {
      const { internal, gateway } = await serviceParts({ program: programIn, port: 0, env: {} });
      const part = [...internal, gateway].find((candidate) => candidate.name === name);
      expect(service.command).toEqual(['node', ...(part?.args ?? [])]);
      expect(image.env.NODE_OPTIONS).toBe(part?.env?.NODE_OPTIONS);
      expect(existsSync(join(projectRoot, service.command.at(-1) ?? ''))).toBe(true);
    });

    test('gets exactly what its config.ts reads', () => {
      const read = configVariables(`services/${name}/src/config.ts`);
      expect(Object.keys(service.environment).sort()).toEqual(
        read.filter((variable) => variable !== 'HOST' && !(variable in image.env)),
      );
    });

    proves(['C9.real_servers'], 'accepts its environment', () => {
      const { status, stderr } = readConfigOf(name, environment);
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(environment.NODE_ENV).toBe('production');
      expect(environment.PORT).toBe(image.env.PORT);
    });

    proves(['C9.wrong_setting'], 'stops with one line that names a missing variable', () => {
      const { PORT, ...withoutPort } = environment;
      const { status, stderr } = readConfigOf(name, withoutPort);
      expect(stderr).toBe('Configuration: PORT is not set.\n');
      expect(status).toBe(1);
    });

    test('shares a network with each server it calls or depends on', () => {
      if (environment.MONGODB_URL) expect(sharesNetwork(name, 'mongodb')).toBe(true);
      if (environment.REDIS_URL) expect(sharesNetwork(name, 'redis')).toBe(true);
      if (environment.SMTP_URL) expect(service.networks.every(isInternal)).toBe(false);
      for (const [variable, value] of Object.entries(environment)) {
        if (!variable.endsWith('_SERVICE_URL')) continue;
        const { hostname, port } = new URL(value);
        expect(`${hostname.toUpperCase()}_SERVICE_URL`).toBe(variable);
        expect(port).toBe(image.env.PORT);
        expect(sharesNetwork(name, hostname)).toBe(true);
      }
      for (const needed of Object.keys(service.depends_on ?? {}))
        expect(sharesNetwork(name, needed)).toBe(true);
    });

    proves(['C9.replicas_deployed'], 'can run as several replicas', () => {
      expect(service).not.toHaveProperty('container_name');
      if (name !== 'gateway') expect(service).not.toHaveProperty('ports');
    });

    test('has enough time to finish accepted requests', () => {
      // 1.5 s until the gateway has noticed, 10 s for the requests (shared/src/http/run-service.ts), then its queues.
      expect(Number.parseInt(service.stop_grace_period ?? '0', 10)).toBeGreaterThanOrEqual(20);
    });
  });

  describe.each(Object.keys(compose.services))('the container of %s', (name) => {
    const service = composeService(name);

    test('is hardened, limited and health-checked', () => {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: { resources: { limits: { memory: expect.any(String) } } },
      });
      if (!service.profiles) expect(service.image === OWN_IMAGE || service.healthcheck).toBeTruthy();
    });

    proves(['C9.kernels'], 'has a limit of processors in deploy/limits.yml alone', () => {
      expect(service.deploy.resources.limits.cpus).toBeUndefined();
      expect(limits.services[name]?.deploy.resources.limits).toEqual({ cpus: expect.any(String) });
    });

    test('publishes ports only where intended', () => {
      const isPublic = name === 'gateway' || service.profiles !== undefined;
      expect(service.ports !== undefined).toBe(isPublic);
      if (service.profiles) expect(service.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    });
  });

  test.each([
    ['METRICS_PORT', '0', /^Configuration: METRICS_PORT is wrong: .*\n$/],
    ['METRICS_PORT', '99999', /^Configuration: METRICS_PORT is wrong: .*\n$/],
    ['TRUST_PROXY_HOPS', 'one', /^Configuration: TRUST_PROXY_HOPS is wrong: must be a number\.\n$/],
    ['LOG_LEVEL', 'loud', /^Configuration: LOG_LEVEL is wrong: must be one of fatal, error, .*\n$/],
    [
      'AUTH_URL',
      'https://diary.example.org/auth',
      /^Configuration: AUTH_URL is wrong: .* without a path\.\n$/,
    ],
    [
      'DIARY_SERVICE_URL',
      'http://diary:3002, http://diary:3003/base',
      /^Configuration: DIARY_SERVICE_URL is wrong: must be addresses .* without a path\.\n$/,
    ],
  ])('a service reports a wrong %s in one line', (variable, value, line) => {
    const env = { ...containerEnvironment('gateway', given), [variable]: value };
    expect(readConfigOf('gateway', env).stderr).toMatch(line);
  });

  test('a service reports in one line that it cannot listen on HOST', () => {
    const env = { ...containerEnvironment('gateway', given), METRICS_PORT: '', HOST: '192.0.2.1' };
    const { stderr } = spawnSync(process.execPath, [join(projectRoot, programIn('gateway'))], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toMatch(/^Cannot listen .* Set HOST to an address of this machine\.\n$/);
  });

  for (const [service, variable, value, wrong] of [
    [
      'auth',
      'SMTP_TIMEOUT_MS',
      '8000',
      /SMTP_TIMEOUT_MS \(10000 ms\) must be less than the wait of the gateway/,
    ],
    [
      'mailer',
      'SMTP_TIMEOUT_MS',
      '8000',
      /SMTP_TIMEOUT_MS \(10000 ms\) must be less than the wait of the gateway/,
    ],
    ['diary', 'MONGODB_TIMEOUT_MS', '2000', /MONGODB_TIMEOUT_MS .* must be less than .* an outage is told/],
    [
      'reports',
      'MONGODB_URL',
      'mongodb://mongodb/diary?replicaSet=rs0&serverselectiontimeoutms=5000',
      /set MONGODB_TIMEOUT_MS instead/,
    ],
  ] as const)
    proves(
      ['H33', 'C9.wrong_setting'],
      `${service} refuses a ${variable} that breaks a limit of time`,
      () => {
        const environment = { ...containerEnvironment(service, given), [variable]: value };
        const { status, stderr } = readConfigOf(service, environment);
        expect(stderr).toMatch(new RegExp(`^Configuration: ${variable} is wrong: [^\n]*\\.\n$`));
        expect(stderr).toMatch(wrong);
        expect(status).toBe(1);
      },
    );

  for (const [options, wrong] of [
    ['?requireTLS=true&servername=mail.example.org', undefined],
    ['?servername=mail.example.org', undefined],
    ['?tls.rejectUnauthorized=false', /servername=NAME .* and no other/],
    ['?servername=mail.example.org&ignoreTLS=true', /and no other/],
    ['?servername=10.1.1.9', /and no other/],
    ['?requireTLS=true&requireTLS=false', /each once/],
  ] as const)
    proves(
      ['C9.mail_server_name'],
      `the mailer ${wrong ? 'refuses' : 'takes'} SMTP_URL with ${options}`,
      () => {
        const SMTP_URL = `smtps://mailer:secret@10.1.1.9/${options}`;
        const { status, stderr } = readConfigOf(
          'mailer',
          containerEnvironment('mailer', { ...given, SMTP_URL }),
        );
        expect(status).toBe(wrong ? 1 : 0);
        if (wrong) expect(stderr).toMatch(wrong);
        expect(stderr).not.toContain('secret');
      },
    );

  for (const [value, wrong] of [
    ['true', /^Configuration: DEMO_ACCOUNT is wrong: lets anybody in: .* say DEMO_ACCOUNT=public/],
    ['yes', /^Configuration: DEMO_ACCOUNT is wrong: must be one of/],
    ['public', undefined],
    ['false', undefined],
  ] as const)
    proves(['C9.demo'], `a production set ${wrong ? 'refuses' : 'takes'} DEMO_ACCOUNT=${value}`, () => {
      for (const service of ['auth', 'diary']) {
        const environment = containerEnvironment(service, { ...given, DEMO_ACCOUNT: value });
        const { status, stderr } = readConfigOf(service, environment);
        expect([service, status]).toEqual([service, wrong ? 1 : 0]);
        if (wrong) expect(stderr).toMatch(wrong);
      }
    });

  const oauth2 = {
    SMTP_URL: 'smtp://diary%40example.org@smtp.example.org:587?requireTLS=true',
    SMTP_OAUTH2_TOKEN_URL: 'https://login.example.org/token',
    SMTP_OAUTH2_CLIENT_ID: 'the mailer',
    SMTP_OAUTH2_CLIENT_SECRET: 'a secret of the mailer',
  };
  for (const [change, wrong] of [
    [{}, undefined],
    [{ SMTP_OAUTH2_TOKEN_URL: 'http://127.0.0.1:8090/token' }, undefined],
    [{ SMTP_OAUTH2_TOKEN_URL: 'http://login.example.org/token' }, /must be an https address/],
    [{ SMTP_OAUTH2_CLIENT_SECRET: '' }, /need each other/],
    [{ SMTP_OAUTH2_TOKEN_URL: '' }, /need each other/],
    [{ SMTP_URL: 'smtp://smtp.example.org:587' }, /SMTP_URL needs a user and takes no password/],
    [{ SMTP_URL: 'smtp://diary:password@smtp.example.org' }, /SMTP_URL needs a user and takes no password/],
  ] as const)
    proves(
      ['C9.mail_oauth', 'C9.wrong_setting'],
      `the mailer ${wrong ? 'refuses' : 'takes'} ${JSON.stringify(change)} with OAuth 2`,
      () => {
        const environment = containerEnvironment('mailer', { ...given, ...oauth2, ...change });
        const { status, stderr } = readConfigOf('mailer', environment);
        expect(status).toBe(wrong ? 1 : 0);
        if (wrong) expect(stderr).toMatch(wrong);
        expect(stderr).not.toContain('a secret of');
      },
    );

  // A secret made of a file ends with a line break: in a database's address it would be part of the database's name.
  test.each(serviceNames)('%s takes a value that ends with a line break as the value without it', (name) => {
    const environment = containerEnvironment(name, { ...given, OPERATOR_NAME: 'Example Ltd' });
    const withBreaks = Object.entries(environment).map(([variable, value]) => [variable, `${value}\n`]);
    expect(configOf(name, Object.fromEntries(withBreaks))).toEqual(configOf(name, environment));
  });

  test('the nodes of a Redis Cluster may be listed with spaces, as in every other list', () => {
    const environment = containerEnvironment('gateway', given);
    const { REDIS_URL } = configOf('gateway', {
      ...environment,
      REDIS_URL: 'redis://a:6379, redis://b:6379',
    });
    expect(REDIS_URL).toBe('redis://a:6379,redis://b:6379');
  });

  test('METRICS_PORT is a port, or that of an address, also of IPv6', () => {
    const environment = containerEnvironment('gateway', given);
    for (const [METRICS_PORT, listen] of [
      ['9464', { port: 9464 }],
      ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
      ['[::1]:9464', { host: '::1', port: 9464 }],
    ] as const)
      expect(configOf('gateway', { ...environment, METRICS_PORT }).METRICS_PORT).toEqual(listen);
  });

  test.each(['Diary Team', 'Diary <diary@>', 'diary@example.org, other@example.org'])(
    'the mailer refuses %s as sender address',
    (value) => {
      const env = { ...containerEnvironment('mailer', given), MAIL_FROM: value };
      expect(readConfigOf('mailer', env).stderr).toMatch(
        /^Configuration: MAIL_FROM is wrong: must be one address such as .*\n$/,
      );
    },
  );

  test('allows no sign-in to Grafana, which has a well-known default password', () => {
    expect(composeService('grafana').environment).toMatchObject({
      GF_AUTH_DISABLE_LOGIN_FORM: 'true',
      GF_AUTH_BASIC_ENABLED: 'false',
      GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
    });
  });

  test('has a database that logs no slow command: it would hold what people wrote', () => {
    const { command } = composeService('mongodb');
    expect(Number(command[command.indexOf('--slowms') + 1])).toBeGreaterThan(1_000_000);
  });

  for (const [cpuinfo, starts] of [
    ['flags\t\t: fpu sse4_2 avx avx2', true],
    ['flags\t\t: fpu sse4_2 avx_vnni', false],
    ['Features\t: fp asimd', true],
  ] as const)
    proves(
      ['C9.kernels'],
      `MongoDB ${starts ? 'starts' : 'says why it does not start'} on ${cpuinfo}`,
      () => {
        const folder = mkdtempSync(join(tmpdir(), 'avx-'));
        writeFileSync(join(folder, 'cpuinfo'), cpuinfo);
        writeFileSync(join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho "started $@"\n', {
          mode: 0o755,
        });
        const [program = '', ...args] = (composeService('mongodb').entrypoint ?? []).map((text) =>
          // Compose's own sign for a dollar; and the file that tells of another processor.
          text.replaceAll('$$', '$').replaceAll('/proc/cpuinfo', join(folder, 'cpuinfo')),
        );
        const env = { PATH: `${folder}:${testEnvironment.PATH}` };
        const { stdout, stderr } = spawnSync(program, [...args, 'mongod', '--quiet'], {
          env,
          encoding: 'utf8',
        });
        rmSync(folder, { recursive: true });
        expect(stdout).toBe(starts ? 'started mongod --quiet\n' : '');
        if (!starts) expect(stderr).toMatch(/no AVX/);
      },
    );

  test('keeps the databases on internal networks', () => {
    for (const engine of ['mongodb', 'redis'])
      expect(composeService(engine).networks.every(isInternal)).toBe(true);
  });
});
