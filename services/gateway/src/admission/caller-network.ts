import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address. URL writes it in its one canonical form (RFC 5952). */
const groupsOf = (address: string): string[] => {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
};

/** The network of an address, IPv4 /24 or IPv6 /64, as text (contract §4). What is no address is `unknown`. */
export const networkOf = (address: string | undefined): string => {
  const bare = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(bare)) return bare.replace(/\d+$/, '0/24');
  if (isIPv6(bare)) return `${groupsOf(bare).slice(0, 4).join(':')}::/64`;
  return 'unknown';
};
