import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { everyService } from 'shared/process/config.ts';
import { parse } from 'yaml';

export const projectRoot = resolve(import.meta.dirname, '../..');

const read = (path: string): string => readFileSync(resolve(projectRoot, path), 'utf8');

export const serviceNames: string[] = readdirSync(resolve(projectRoot, 'services'));

export type ComposeService = {
  image: string;
  pull_policy?: string;
  command: string[];
  environment: Record<string, string | number>;
  networks: string[];
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  profiles?: string[];
  healthcheck?: object;
  build?: string;
  restart: string;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  stop_grace_period?: string;
  entrypoint?: string[];
  deploy: { resources: { limits: { cpus?: string; memory: string } } };
};

type ComposeFile = {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
};

const composeText = read('docker-compose.yml');
export const compose: ComposeFile = parse(composeText, { merge: true });

/** What an operator adds to it where the kernel can limit processors. */
export const limits: { services: Record<string, { deploy: { resources: { limits: object } } }> } = parse(
  read('deploy/limits.yml'),
);

/** The service of this name in docker-compose.yml. */
export const composeService = (name: string): ComposeService => {
  const service = compose.services[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return service;
};

/** The variables of `${…}` (Compose: interpolation), for the operator to set; `required` are those without a default. */
export const operatorVariables = [...composeText.matchAll(/\$\{(\w+)(:[-?])([^}]*)\}/g)].map(
  ([, name = '', sign]) => ({ name, required: sign === ':?' }),
);

/** The environment of a service's container when the operator has set `given`. */
export const containerEnvironment = (name: string, given: Record<string, string>): Record<string, string> => {
  const interpolated = (value: string) =>
    value.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_all, variable, otherwise) => given[variable] ?? otherwise);
  const own = Object.entries(composeService(name).environment);
  return {
    ...image.env,
    ...Object.fromEntries(own.map(([key, value]) => [key, interpolated(String(value))])),
  };
};

/** The variables that a service's `config.ts` reads. */
export const configVariables = (path: string): string[] => {
  const code = read(path).replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const [, shape = ''] = /readConfig\(\{(.*?)\}\);/s.exec(code) ?? [];
  const own = [...shape.matchAll(/(?:^|,)\s*([A-Z\d_]{3,})(?=[:,]|\s*$)/gm)].map(([, name = '']) => name);
  return [...(shape.includes('...everyService') ? Object.keys(everyService) : []), ...own].sort();
};

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');

const instructions = (name: string): string[] =>
  [...dockerfile.matchAll(new RegExp(`^${name} +(.+)$`, 'gm'))].map(([, rest = '']) => rest);

/** What the Dockerfile sets in the image. */
export const image = {
  env: Object.fromEntries(
    instructions('ENV').flatMap((line) =>
      [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g)].map(([, name = '', quoted, bare = '']) => [
        name,
        quoted ?? bare,
      ]),
    ),
  ),
  user: instructions('USER').at(-1),
  exposed: instructions('EXPOSE').flatMap((line) => line.split(' ')),
  /** What is copied from the project, stage by stage. */
  copied: instructions('COPY')
    .filter((line) => !line.startsWith('--from'))
    .flatMap((line) => line.split(' ').slice(0, -1))
    .filter((path) => !path.startsWith('--')),
  /** What of it everybody may read, whatever the umask of the clone was. */
  readable: instructions('COPY')
    .filter((line) => line.startsWith('--chmod=755 '))
    .flatMap((line) => line.split(' ').slice(1, -1)),
  healthCheck: JSON.parse(/CMD (\[.*\])/.exec(instructions('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]') as string[],
};
