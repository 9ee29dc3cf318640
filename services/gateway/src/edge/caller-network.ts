import { isIPv4, isIPv6 } from 'node:net';

/** An IPv6 address in its one canonical form (RFC 5952), in which URL writes it. */
const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): string[] => {
  const [head = [], tail = []] = canonical(address)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
};

/** An address without the port that some proxies add to it (RFC 7239, 6). */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');

/** The network of an address, IPv4 /24 or IPv6 /64, as text (contract §4). What is no address is `unknown`. */
export const networkOf = (address: string | undefined): string => {
  const bare = withoutPort(address ?? '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
  if (isIPv4(bare)) return bare.replace(/\d+$/, '0/24');
  if (isIPv6(bare)) return `${canonical(`${groupsOf(bare).slice(0, 4).join(':')}::`)}/64`;
  return 'unknown';
};
