import { type AuthorizationRequest, approve, openPage, requestApproval } from '../oauth/steps.ts';
import { type SetAddresses, site } from '../support/set.ts';

/**
 * Follows the URL that a client opens for a person: enters an e-mail address, approves by the mailed link, and returns the
 * client's URL where the browser ends up.
 */
export const followAuthorization = async (
  address: string | URL,
  set: SetAddresses = site,
): Promise<string> => {
  const response = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const browser = {
    location: new URL(response.headers.get('location') ?? '', set.url).href,
    cookie: cookies.join('; '),
    set,
  } as AuthorizationRequest;
  await approve(await requestApproval(browser));
  return (await openPage(browser)).location;
};
