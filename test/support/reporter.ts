import type { AggregatedResult, Config, Reporter, TestContext } from '@jest/reporters';
import { REQUIREMENTS } from '../requirements.ts';

/** Fails a full run that leaves a requirement unproved or names an unknown one, and ends it with one plain line of counts. */
export default class RequirementsReporter implements Pick<Reporter, 'onRunComplete' | 'getLastError'> {
  private readonly wholeRun: boolean;
  private mismatched: string[] = [];

  constructor(config: Config.GlobalConfig) {
    this.wholeRun = config.testPathPatterns.patterns.length === 0 && !config.testNamePattern;
  }

  onRunComplete(_contexts: Set<TestContext>, results: AggregatedResult): void {
    const passed = results.testResults
      .flatMap((file) => file.testResults)
      .filter((test) => test.status === 'passed');
    const proved = new Set(passed.flatMap((test) => /\[([^\]]+)\]$/.exec(test.title)?.[1]?.split(' ') ?? []));
    const required = new Set<string>(Object.keys(REQUIREMENTS));
    const unproved = [...required].filter((id) => !proved.has(id));
    const unknown = [...proved].filter((id) => !required.has(id));
    if (this.wholeRun) this.mismatched = [...unproved, ...unknown];
    if (this.mismatched.length > 0)
      process.stdout.write(
        `Not proved by a passing test, or not a requirement: ${this.mismatched.join(', ')}\n`,
      );
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + this.mismatched.length;
    // Jest's own summary comes first, so that this line is the last.
    process.once('exit', () =>
      process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed\n`),
    );
  }

  getLastError(): Error | undefined {
    return this.mismatched.length > 0
      ? new Error('requirements without a proof, or proofs without one')
      : undefined;
  }
}
