import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { SERVICE_NAME } from 'shared/contract/service.ts';
import { addSeconds } from 'shared/process/time.ts';
import { type ArtifactStore, documentKeptUntil } from '../access/artifact-store.ts';
import { InvalidMetadata, readClientMetadata } from './client-metadata.ts';
import { UNAPPROVED_SECONDS } from './client-store.ts';

const MAX_BYTES = 10 * 1024;
const FETCH_MS = 2500;

/** What IANA keeps for special purposes (RFC 6890): nothing that a client could publish. */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public Internet, and of nobody's own network or machine. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 6
    ? globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
    : isIP(address) === 4 && !special.check(address, 'ipv4');

const notPublic = (): Error => new Error('the host has an address that is not public');

type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Looks a name up for the connection that is made next: what is checked here is what is connected to. A name with any address
 * that is not public is refused.
 */
export const publicOnly =
  (lookupAll: LookupAll): LookupFunction =>
  (hostname, options, done) =>
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? notPublic(), '');
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(notPublic(), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

/**
 * Asks the name servers itself, without a thread. Of `getaddrinfo`, which everybody else uses, only two calls run at a time: names
 * that strangers choose, whose servers are silent, would keep the process from its databases.
 */
export const lookUpBy =
  (resolver: Resolver): LookupAll =>
  (hostname, _options, done) => {
    const withFamily = (family: number) => (addresses: string[]) =>
      addresses.map((address) => ({ address, family }));
    void Promise.allSettled([
      resolver.resolve4(hostname).then(withFamily(4)),
      resolver.resolve6(hostname).then(withFamily(6)),
    ]).then((answers) => {
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      done(addresses.length > 0 ? null : new Error('the host has no address'), addresses);
    });
  };

/** With the name servers of this moment: a resolver keeps those that it began with. */
const lookUp: LookupAll = (...args) => lookUpBy(new Resolver({ timeout: 1000, tries: 1 }))(...args);

/** Opens an https address on a public host. Throws after 2.5 s, and where the host has any address that is not public. */
export const openPublic = (url: URL, lookupAll: LookupAll = lookUp): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(FETCH_MS);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) && !isPublicAddress(literal)) throw notPublic();
    get(url, {
      lookup: publicOnly(lookupAll),
      agent: false,
      signal,
      // Firewalls take who does not say what it is for an attacker.
      headers: { accept: 'application/json', 'user-agent': SERVICE_NAME.replaceAll(' ', '-') },
    })
      .once('response', resolve)
      .once('error', reject);
  });

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of response) {
    received += chunk.length;
    if (received > MAX_BYTES) throw new NoDocument('the document is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const refused = (why: string): InvalidMetadata => new InvalidMetadata('invalid_client_metadata', why);

/**
 * What came is no document, but a host's firewall may answer anybody so: it does not take back one that was read before. Otherwise
 * whoever has us locked out there would disconnect all of its clients.
 */
class NoDocument extends InvalidMetadata {
  constructor(why: string) {
    super('invalid_client_metadata', why);
  }
}

const parseJson = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoDocument('the document is not JSON');
  }
};

/** These say no more of the document than that the host is down (RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4). */
const NOT_NOW = [408, 425, 429];
/** These say that there is none (RFC 9110, 15.5.5 and 15.5.11). */
const GONE = [404, 410];

/** What a document says a client is. Throws `InvalidMetadata` where it does not describe a public client. */
export const readDocument = async (response: IncomingMessage) => {
  const { statusCode = 0 } = response;
  if (statusCode !== 200) {
    response.destroy();
    if (statusCode >= 500 || NOT_NOW.includes(statusCode)) throw new Error('the host is down');
    const why = `the host answered with ${statusCode}`;
    throw GONE.includes(statusCode) ? refused(why) : new NoDocument(why);
  }
  const document = parseJson(await readText(response));
  // What a client would rather use elsewhere does not matter where it lists this, too (OpenID RP Metadata Choices 1.0).
  const canBePublic = [document?.token_endpoint_auth_methods_supported].flat().includes('none');
  const metadata = readClientMetadata({
    token_endpoint_auth_method: 'none',
    ...document,
    ...(canBePublic && { token_endpoint_auth_method: 'none' }),
  });
  if (metadata.token_endpoint_auth_method !== 'none') throw refused('such a client cannot have a secret');
  return { client_id: document.client_id, ...metadata };
};

/**
 * The `fetch` that oidc-provider uses for client id metadata documents. Reaches only what `open` does (H11), follows no redirect,
 * and hands on only what a client may say of itself. While a host is down, or the document may not be fetched again
 * (`mayRefetch`), its last version is used, so that no assistant is signed out by that. It is kept for 30 days, or for 180 days
 * since it was last fetched once somebody has approved the client (`keepDocument`). Throws `InvalidMetadata` where the
 * document is not a client's, and the network error where it cannot be fetched and never was.
 */
export const createMetadataFetch =
  (
    artifacts: ArtifactStore,
    mayRefetch: () => Promise<boolean>,
    open: (url: URL) => Promise<IncomingMessage> = openPublic,
  ) =>
  async (address: string): Promise<Response> => {
    const known = await artifacts.findDocument(address, new Date());
    if (known && !(await mayRefetch())) return Response.json(known.payload);
    try {
      const response = await open(new URL(address));
      const document = await readDocument(response);
      // Kept, it would count as one that is known.
      if (document.client_id !== address) throw refused('its client_id is not its address');
      const unapproved = addSeconds(new Date(), UNAPPROVED_SECONDS);
      const isKept = known !== null && known.expires_at > unapproved;
      const expires = isKept ? documentKeptUntil() : unapproved;
      await artifacts.put('ClientMetadata', address, {
        ...document,
        exp: Math.floor(expires.getTime() / 1000),
      });
      const headers = { 'cache-control': response.headers['cache-control'] ?? '' };
      return Response.json(document, { headers });
    } catch (error) {
      const isTakenBack = error instanceof InvalidMetadata && !(error instanceof NoDocument);
      // What its host took back does not come back while the host is down.
      if (isTakenBack) await artifacts.remove('ClientMetadata', address);
      if (isTakenBack || !known) throw error;
      return Response.json(known.payload);
    }
  };
