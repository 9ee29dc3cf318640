import { errors, Provider } from 'oidc-provider';
import type { Resources } from './resources.ts';

/**
 * Refuses a code or a refresh token that is not good for the `resource` of a token request before it is used up. The library
 * refuses it only afterwards: the client would have got nothing for it, and could not ask again.
 */
export const checkResourceBeforeUse = (
  { AuthorizationCode, RefreshToken }: Provider,
  resources: Resources,
): void => {
  for (const { prototype } of [AuthorizationCode, RefreshToken]) {
    const { consume } = prototype;
    prototype.consume = async function () {
      const requested = [Provider.ctx?.oidc.params?.resource ?? []].flat().filter(Boolean).map(String);
      if (requested.length > 0 && !this.resourceIndicators.has(resources.common(requested)))
        throw new errors.InvalidTarget();
      await consume.call(this);
    };
  }
};
