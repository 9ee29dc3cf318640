/** Jest runs the TypeScript as native ES modules; swc only takes the types off. */
export default {
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  reporters: ['default', '<rootDir>/test/support/reporter.ts'],
  maxWorkers: 3,
  testTimeout: 300_000,
};
