import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/**
 * The command line of a script.
 * @throws Error that names an unknown option, and shows the usage
 */
export const readArguments = <const Options extends ParseArgsOptionsConfig>(
  options: Options,
  usage: string,
) => {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}\nUsage: ${usage}`);
  }
};
