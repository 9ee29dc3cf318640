import { isIP } from 'node:net';
import { displayName, optional } from 'shared/contract/fields.ts';
import { inputErrorMap } from 'shared/contract/input-errors.ts';
import { TOKEN_ENDPOINT_AUTH_METHODS } from 'shared/contract/oauth.ts';
import { LOOPBACK_HOSTS } from 'shared/process/loopback.ts';
import { z } from 'zod';

/** Schemes that a browser acts upon itself, or hands to something that is no OAuth client. */
const FORBIDDEN_SCHEMES =
  /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|jar|intent|feed|livescript|mhtml|resource|res|content|wyciwyg|[a-z]|(chrome|moz|ms|edge|search)(-.*)?|itms-services|shell|smb|ssh|ldaps?|telnet|wss?|ftp|mailto|tel|sms):$/;

/** Names of hosts as the DNS has them, and addresses. WHATWG URLs let more pass, such as `;`, which ends a directive of a policy. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname);

const isPrivateScheme = ({ protocol }: URL): boolean => !['http:', 'https:'].includes(protocol);

const PLAIN_HTTP =
  'must be https, except on loopback (http://localhost, http://127.0.0.1): give the client an https address or, in a home network without one, connect by e-mail with POST /api/v1/connect, which needs none';

/** What is wrong with a redirect address (`H7`; RFC 8252; RFC 9700, part 2.1), if anything. */
const faultOf = (address: string): string | undefined => {
  const url = URL.parse(address);
  // Without its slashes, a web address is resolved against the page on which it is found; with a third, its path becomes the host.
  if (
    !url ||
    /^https?:(?!\/\/[^/])/i.test(address) ||
    !/^[\x21-\x7e]{1,2000}$/.test(address) ||
    /%(?![0-9a-f]{2})/i.test(address)
  )
    return 'must be an absolute URI of at most 2000 ASCII characters';
  if (address.includes('#')) return 'must have no fragment';
  if (address.includes('*')) return 'must be one exact address, without wildcards';
  if (address.includes('\\') || url.username || url.password)
    return 'must have no backslash, user name or password';
  if (url.protocol === 'http:' && !isLoopback(url)) return PLAIN_HTTP;
  if (!isPrivateScheme(url) && !HOST.test(url.hostname))
    return 'must have a host name of letters, digits, dots and hyphens';
  if (FORBIDDEN_SCHEMES.test(url.protocol)) return `must not be a ${url.protocol} address`;
  return undefined;
};

const NUMBER_OF_ADDRESSES = 'must have 1 to 20 addresses';

const redirectUri = z.string('must be text').superRefine((address, context) => {
  const fault = faultOf(address);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

/** The implicit grant hands tokens out in an address. */
const IMPLICIT = ['implicit', 'token', 'id_token'];

const including = (needed: string) =>
  optional(
    z
      .array(z.string('must be text'), 'must be a list')
      .refine((list) => list.includes(needed), `must include ${needed}`)
      .refine(
        (list) => !list.flatMap((value) => value.split(' ')).some((word) => IMPLICIT.includes(word)),
        `must not include ${IMPLICIT.join(', ')}: tokens are only given for a code`,
      ),
  );

const oneOf = <const T extends readonly string[]>(values: T) =>
  optional(z.enum(values, `must be one of ${values.join(', ')}`));

const registration = z.object(
  {
    redirect_uris: z
      .array(redirectUri, 'is required, as a list of addresses')
      .min(1, NUMBER_OF_ADDRESSES)
      .max(20, NUMBER_OF_ADDRESSES),
    client_name: optional(displayName(80)),
    application_type: oneOf(['web', 'native']),
    grant_types: including('authorization_code'),
    response_types: including('code'),
    token_endpoint_auth_method: oneOf(TOKEN_ENDPOINT_AUTH_METHODS),
  },
  'The metadata must be one JSON object',
);

/** What we keep of what a client says of itself. */
export type ClientMetadata = {
  client_name?: string;
  redirect_uris: string[];
  application_type: 'web' | 'native';
  grant_types: ['authorization_code', 'refresh_token'];
  response_types: ['code'];
  token_endpoint_auth_method: (typeof TOKEN_ENDPOINT_AUTH_METHODS)[number];
};

/** Why a registration is refused, in the words of RFC 7591, part 3.2.2. */
export class InvalidMetadata extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';
  constructor(code: InvalidMetadata['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Reads what a registration or a client id metadata document says. Members that we do not know are ignored (RFC 7591, part 2).
 * Throws `InvalidMetadata`.
 */
export const readClientMetadata = (input: unknown): ClientMetadata => {
  const { data, error } = registration.safeParse(input, { error: inputErrorMap });
  if (!data) {
    const { path, message } = error.issues[0] ?? { path: [], message: 'is not valid' };
    const code = path[0] === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new InvalidMetadata(code, `${path.join('.')} ${message}`.trim());
  }
  return {
    ...(data.client_name && { client_name: data.client_name }),
    redirect_uris: data.redirect_uris,
    application_type: applicationType(data),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // RFC 7591, part 2.
    token_endpoint_auth_method: data.token_endpoint_auth_method ?? 'client_secret_basic',
  };
};

/**
 * A client with an address on the person's own device is native, whatever it says: for those alone the library leaves the
 * port of a loopback address free.
 */
const applicationType = ({
  application_type,
  redirect_uris,
}: z.infer<typeof registration>): ClientMetadata['application_type'] => {
  const urls = redirect_uris.map((address) => new URL(address));
  const isNative =
    application_type === 'native' || urls.some((url) => isLoopback(url) || isPrivateScheme(url));
  if (
    isNative &&
    urls.some(({ protocol, hostname }) => protocol === 'https:' && LOOPBACK_HOSTS.includes(hostname))
  )
    throw new InvalidMetadata(
      'invalid_redirect_uri',
      'redirect_uris on a loopback address must be plain http',
    );
  return isNative ? 'native' : 'web';
};

/** Where a redirect address leads, for people: its host, or its private scheme. */
export const redirectHost = (address: string): string => {
  const url = new URL(address);
  return isPrivateScheme(url) ? url.protocol : url.host;
};

/** A redirect address as a source of a Content-Security-Policy, which has no words for an IPv6 address. */
export const redirectSource = (address: string): string => {
  const url = new URL(address);
  const hasOrigin = !isPrivateScheme(url) && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 6;
  return hasOrigin ? url.origin : url.protocol;
};
