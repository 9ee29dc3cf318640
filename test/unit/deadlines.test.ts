import { describe, expect, test } from '@jest/globals';
import {
  brokenBy,
  DEFAULT_TIMES,
  INTROSPECTION_CACHED_MS,
  inequalities,
  MONGO_CONNECT_MS,
  QUIET_AFTER_MS,
  STOP_GRACE_MS,
} from 'shared/deadlines.ts';
import { compose, composeService, serviceNames } from '../deployment/deployment-files.ts';
import { proves } from '../support/proves.ts';

describe('limits of time', () => {
  for (const { shorter, longer, why } of inequalities(DEFAULT_TIMES))
    proves(['H33'], `${shorter[0]} < ${longer[0]}: ${why}`, () => {
      expect(shorter[1]).toBeGreaterThan(0);
      expect(shorter[1]).toBeLessThan(longer[1]);
    });

  proves(['H33'], 'what an operator sets is refused from the value on that breaks one, naming both', () => {
    expect(brokenBy({})).toBeUndefined();
    const longest = 5000 - 2 * MONGO_CONNECT_MS - 1;
    expect(brokenBy({ MONGODB_TIMEOUT_MS: longest })).toBeUndefined();
    expect(brokenBy({ MONGODB_TIMEOUT_MS: longest + 1 })).toMatch(
      /^MONGODB_TIMEOUT_MS .* \(5000 ms\) must be less than the time within which an outage is told \(5000 ms\)$/,
    );
    expect(brokenBy({ SMTP_TIMEOUT_MS: 1000 })).toBeUndefined();
    expect(brokenBy({ SMTP_TIMEOUT_MS: 9000 })).toMatch(
      /^the wait of POST \/connect, .* SMTP_TIMEOUT_MS \(\d+ ms\) must be less than the wait of the gateway \(10000 ms\)$/,
    );
  });

  proves(
    ['H33'],
    'nothing writes after an erasure: 60 s of a principal, 5 s of clocks, 10 s of waiting',
    () => {
      expect(QUIET_AFTER_MS).toBe(75_000);
      expect(INTROSPECTION_CACHED_MS).toBe(300_000);
    },
  );

  test.each(serviceNames)('docker-compose.yml gives %s the time to stop that is reckoned with', (name) => {
    expect(Object.keys(compose.services)).toContain(name);
    expect(composeService(name).stop_grace_period).toBe(`${STOP_GRACE_MS / 1000}s`);
  });
});
