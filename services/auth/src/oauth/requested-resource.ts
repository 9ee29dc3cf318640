import { errors, Provider } from 'oidc-provider';
import type { Resources } from './resources.ts';

/**
 * Has a code or a refresh token that is not good for the `resource` of a token request refused before it is used up. The library
 * refuses it too, but afterwards: its client, who got nothing for it, could not ask again.
 */
export const checkResourceBeforeUse = (
  { AuthorizationCode, RefreshToken }: Provider,
  resources: Resources,
): void => {
  for (const { prototype } of [AuthorizationCode, RefreshToken]) {
    const { consume } = prototype;
    prototype.consume = async function () {
      const asked = [Provider.ctx?.oidc.params?.resource ?? []].flat().filter(Boolean).map(String);
      if (asked.length > 0 && !this.resourceIndicators.has(resources.common(asked)))
        throw new errors.InvalidTarget();
      await consume.call(this);
    };
  }
};
