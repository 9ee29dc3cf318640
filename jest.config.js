/** Jest runs the TypeScript as native ES modules. */
export default {
  testMatch: ['<rootDir>/{test,engines}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/test/support/strip-types.js' },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  reporters: ['default', '<rootDir>/test/support/reporter.ts'],
  maxWorkers: 4,
  testTimeout: 300_000,
  // A worker that has nothing open any more needs longer than Jest's half a second to give its memory back on a busy machine.
  workerGracefulExitTimeout: 10_000,
};
