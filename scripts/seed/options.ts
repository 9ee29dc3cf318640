import { parseArgs } from 'node:util';
import { LIMITS } from 'shared/contract/limits.ts';

export type SeedOptions = {
  accounts: number;
  days: number;
  seed: number;
  tokensFile: string | undefined;
  /** Whether one more account keeps a link of each of the others. */
  clients: boolean;
};

const USAGE = 'npm run seed -- --accounts N --days D [--clients] [--tokens FILE] [--seed S]';

/**
 * The options of the command line.
 * @throws Error, one line that names what is wrong and shows the usage
 */
export const readOptions = (): SeedOptions => {
  try {
    const { values } = parseArgs({
      options: {
        accounts: { type: 'string' },
        days: { type: 'string' },
        tokens: { type: 'string' },
        seed: { type: 'string', default: '1' },
        clients: { type: 'boolean', default: false },
      },
    });
    return {
      accounts: wholeNumber('--accounts', values.accounts, 1, values.clients ? LIMITS.keptLinks : 1_000_000),
      days: wholeNumber('--days', values.days, 1, 3660),
      seed: wholeNumber('--seed', values.seed, 0, 1_000_000),
      tokensFile: values.tokens,
      clients: values.clients,
    };
  } catch (error) {
    const [what] = (error as Error).message.split('\n');
    throw new Error(`${what} Usage: ${USAGE}`);
  }
};

const wholeNumber = (name: string, text: string | undefined, min: number, max: number): number => {
  const value = /^\d+$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
};
