import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { type ServiceSet, site, startSet } from '../support/set.ts';
import { asSet } from './comparable.ts';
import { runFlows } from './flows.ts';
import { startRecordingHop } from './recording-hop.ts';
import { replay } from './replay.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Beside that of the shared set, on its server. */
const DATABASE = 'second_opinion';

/** The operators that a value names. */
const operatorsIn = (value: unknown): string[] =>
  Object.entries(Object(value)).flatMap(([name, member]) => [
    ...(/^\$[a-z]/.test(name) ? [name] : []),
    ...(typeof member === 'object' ? operatorsIn(member) : []),
  ]);

/** The operators that the product's sources name, but for those of JSON Schema. */
const operatorsOfSources = (): string[] => {
  const files = ['services', 'shared/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/node_modules|^documents/.test(file))
      .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
  );
  const found = files.flatMap((text) => [...text.matchAll(/(?<![`'$\w])(\$[a-z]\w+)(?=:|,| })/g)]);
  return [...new Set(found.map(([, name]) => name as string))].sort();
};

test('mingo finds and changes what the database does, for every command of the product', async () => {
  const { port } = new URL(await databaseOfRunningSet(site.dataDir));
  const hop = await startRecordingHop(Number(port));
  const urlAt = (at: number | string) => `mongodb://127.0.0.1:${at}/${DATABASE}?directConnection=true`;
  const [direct, recorded] = await Promise.all([port, hop.port].map((at) => MongoClient.connect(urlAt(at))));
  if (!direct || !recorded) throw new Error('not connected');
  let set: ServiceSet | undefined;
  try {
    set = await startSet({ env: { MONGODB_URL: urlAt(hop.port) } });
    await runFlows(set, recorded.db());
    await set.stop();
    set = undefined;
    const { differences, errors, collections } = replay(hop.recorded);
    expect(differences).toEqual([]);
    expect(errors).toEqual([]);
    for (const { name } of await direct.db().listCollections().toArray()) {
      const stored = await direct.db().collection(name).find().toArray();
      expect([name, asSet(collections.get(name) ?? [])]).toEqual([name, asSet(stored)]);
    }
    // An operator that is missing here needs a flow that sends it (flows.ts).
    const sent = new Set(operatorsIn(hop.recorded.map(({ command }) => command)));
    expect(operatorsOfSources().filter((name) => !sent.has(name))).toEqual([]);
  } finally {
    await set?.stop();
    await direct.db().dropDatabase();
    await Promise.all([direct.close(), recorded.close()]);
    await hop.close();
  }
});
