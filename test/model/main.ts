import { parseArgs } from 'node:util';
import { startSet } from '../support/set.ts';
import { checkHistories } from './check-histories.ts';

/** `npm run test:model -- --operations 5000 --seed 1`: random histories are compared with what the contract says of them. */
const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
  },
});
const set = await startSet();
try {
  const began = performance.now();
  const played = await checkHistories(set, {
    seed: Number(values.seed),
    operations: Number(values.operations),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`seed ${values.seed}: ${played} operations in ${seconds} s, every answer as the model says`);
} finally {
  await set.stop();
}
