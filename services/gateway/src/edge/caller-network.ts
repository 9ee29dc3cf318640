import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address without what others may add: a port (RFC 7239, 6), the prefix of an IPv4 address in IPv6, a zone. */
const bare = (address: string): string =>
  address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');

/** The network of an address, IPv4 /24 or IPv6 /64, as text (C4.per_network). What is no address is `unknown`. */
export const networkOf = (address = ''): string => {
  const ip = bare(address);
  // Node says what an address is: the library also takes 192.0.2 and 0300.0.2.1, which others may read differently.
  if (isIPv4(ip)) return `${ipaddr.IPv4.networkAddressFromCIDR(`${ip}/24`)}/24`;
  if (isIPv6(ip)) return `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`)}/64`;
  return 'unknown';
};
