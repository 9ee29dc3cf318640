import { importsOf } from './imports-of.ts';

/** A process that has loaded the libraries of a service, and does nothing. */
const [service = ''] = process.argv.slice(2);
for (const library of await importsOf(service)) await import(library);
setInterval(() => {}, 60_000);
process.send?.(0);
process.once('disconnect', () => process.exit());
