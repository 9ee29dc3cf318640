import { readFile } from 'node:fs/promises';

const ROOT = new URL('../../', import.meta.url);

/** The libraries that a service loads, itself or through `shared`: all imports of its modules that are not ours. */
export const importsOf = async (service: string): Promise<Set<string>> => {
  const libraries = new Set<string>();
  const modules = new Set([new URL(`services/${service}/src/main.ts`, ROOT).href]);
  // A Set that grows while it is walked is walked to its new end.
  for (const module of modules) {
    const source = await readFile(new URL(module), 'utf8');
    for (const [, specifier = ''] of source.matchAll(
      /^(?:import|export) (?!type )(?:[^;'=]* from )?'([^']+)'/gm,
    )) {
      if (/\.json$|^node:/.test(specifier)) continue;
      if (specifier.startsWith('.')) modules.add(new URL(specifier, module).href);
      else if (specifier.startsWith('shared/'))
        modules.add(new URL(specifier.replace('shared/', 'shared/src/'), ROOT).href);
      else libraries.add(specifier);
    }
  }
  return libraries;
};
