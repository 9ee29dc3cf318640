import config from './jest.config.js';

/** The tests that need no running service: rules of the code, pure functions, what is made from the contract. */
export default {
  ...config,
  testMatch: [
    '<rootDir>/test/{unit,architecture}/**/*.test.ts',
    '<rootDir>/test/history/checker*.test.ts',
    '<rootDir>/test/rest/openapi*.test.ts',
  ],
  globalSetup: undefined,
  globalTeardown: undefined,
  reporters: ['default'],
};
