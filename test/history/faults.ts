import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../services/diary/src/made-up/random.ts';
import { eventually } from '../support/eventually.ts';
import type { ServiceSet } from '../support/set.ts';

const VICTIMS = ['diary', 'gateway', 'auth', 'mcp', 'redis', 'postgres', 'mongo-gateway', 'mongod'];

/** The state of a process as Linux tells it (proc(5)): `T` is stopped. */
const stateOf = async (pid: number): Promise<string> =>
  /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '';

/** Kills and freezes parts of a set, as a seed says, until `endsAt`. Returns how often each was seen to have happened. */
export const injectFaults = async (
  set: ServiceSet,
  { seed, isOver }: { seed: number; isOver: () => boolean },
): Promise<Map<string, number>> => {
  const random = createRandom(seed);
  const seen = new Map<string, number>();
  const parts = Object.keys(await set.parts()).filter((part) => VICTIMS.includes(part));
  const [first = '', ...others] = parts;
  const kill = async (part: string): Promise<void> => {
    const pid = await set.kill(part, 'SIGKILL');
    await eventually(async () => (await set.parts())[part]?.pid !== pid, `${part} to be started again`);
  };
  const freeze = (part: string): Promise<void> =>
    set.whileFrozen(part, async () => {
      const { pid = 0 } = (await set.parts())[part] ?? {};
      await eventually(async () => (await stateOf(pid)) === 'T', `${part} to stand still`);
      await sleep(random.between(500, 3000));
    });
  for (;;) {
    await sleep(random.between(1500, 4500));
    if (isOver()) return seen;
    const part = random.pick([first, ...others]);
    const isKill = random.chance(0.5);
    await (isKill ? kill : freeze)(part);
    const name = `${part} ${isKill ? 'killed' : 'frozen'}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
};
