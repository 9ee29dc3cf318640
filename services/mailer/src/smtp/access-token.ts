import {
  allowInsecureRequests,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  processClientCredentialsResponse,
  ResponseBodyError,
} from 'oauth4webapi';

/** Where the mailer gets its access token, and as whom. */
export type TokenClient = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string | undefined;
};

/**
 * No token was had. `reason` is the server's status or error code (RFC 6749, 5.2), or why it could not be asked; never its words,
 * which can hold what it was sent.
 */
export class TokenRefused extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(`no access token: ${reason}`);
    this.reason = reason;
  }
}

/** A token is renewed so long before its end: a mail that is being sent must not see it. */
const RENEWED_BEFORE_MS = 60_000;

/**
 * The access tokens for a mail server (client credentials, RFC 6749, 4.4). `get` returns one that is kept until shortly before its
 * end, or throws `TokenRefused`, at the latest when `signal` is aborted. `forget` is called when the mail server refused one.
 */
export const createAccessTokens = ({ tokenUrl, clientId, clientSecret, scope }: TokenClient) => {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const client = { client_id: clientId };
  let kept: { token: string; until: number } | undefined;

  const request = async (signal: AbortSignal) => {
    const asked = Date.now();
    const response = await clientCredentialsGrantRequest(
      server,
      client,
      ClientSecretPost(clientSecret),
      scope ? { scope } : {},
      // The configuration takes http of this machine alone.
      { signal, [allowInsecureRequests]: true },
    );
    const { access_token, expires_in = 0 } = await processClientCredentialsResponse(server, client, response);
    return { token: access_token, until: asked + expires_in * 1000 - RENEWED_BEFORE_MS };
  };

  return {
    get: async (signal: AbortSignal): Promise<string> => {
      try {
        if (!kept || kept.until <= Date.now()) kept = await request(signal);
        return kept.token;
      } catch (error) {
        throw new TokenRefused(signal.aborted ? 'EABORT' : reasonOf(error as Error));
      }
    },
    forget: (): void => {
      kept = undefined;
    },
  };
};

const reasonOf = (error: Error): string => {
  // RFC 6749 has no code of another form: what has is not from such a server.
  if (error instanceof ResponseBodyError && /^[a-z_]{1,40}$/.test(error.error)) return error.error;
  if (error.cause instanceof Response && !error.cause.ok) return String(error.cause.status);
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? 'not an answer of OAuth 2';
};
