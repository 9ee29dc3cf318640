import type { Redis } from 'ioredis';
import { LIMITS } from 'shared/contract/limits.ts';
import { hashSecret } from 'shared/service/keys.ts';
import { emailKey } from '../accounts/account-store.ts';
import { createHourlyLimit, type Refund } from '../hourly-limit.ts';

export type MailLimits = {
  /**
   * Takes one mail to `email`, asked for from `network`, from this hour's. Throws the 429 `rate_limited`, which costs nothing,
   * or an ordinary error while Redis is away.
   */
  take(email: string, network: string): Promise<Refund>;
};

/** How many mails may be asked for in an hour, by address and by network; each `purpose` is counted apart. */
export const createMailLimits = (redis: Redis, purpose: string, perNetwork: number): MailLimits => {
  const takeOfNetwork = createHourlyLimit(redis, purpose, 'network', perNetwork);
  const takeOfAddress = createHourlyLimit(redis, purpose, 'address', LIMITS.connectPerEmailPerHour);

  return {
    // The network first: one that is over its limit takes nothing from the addresses that it names.
    take: async (email, network) => {
      const refundNetwork = await takeOfNetwork(network);
      try {
        const refundAddress = await takeOfAddress(hashSecret(emailKey(email)));
        return async () => void (await Promise.all([refundNetwork(), refundAddress()]));
      } catch (error) {
        await refundNetwork();
        throw error;
      }
    },
  };
};
