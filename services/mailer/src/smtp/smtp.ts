import { getSystemErrorName } from 'node:util';
import { createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared/index.js';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { DEFAULT_TIMES } from 'shared/deadlines.ts';
import type { MailParts } from '../templates/mail-parts.ts';
import { createAccessTokens, type TokenClient, TokenRefused } from './access-token.ts';

/**
 * A mail was not sent. `reason` is the mail server's status or why it could not be asked, never its words: they can hold the address.
 * `abandoned` and `expired`: it was not even tried (mail-worker.ts).
 */
export class MailRefused extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(`mail refused: ${reason}`);
    this.reason = reason;
  }
}

/** A mail to one address. The same `id` makes the same Message-ID, so that mail programs can tell a repetition. */
type Outgoing = MailParts & { id: string; to: string };

/** Resolves once the server has accepted the mail; throws `MailRefused` otherwise. */
export type SendMail = (mail: Outgoing) => Promise<void>;

/**
 * A sender by SMTP, with a connection of its own for each mail. An attempt that takes longer than `timeoutMs` is broken off:
 * somebody waits for its outcome. Where there is a `tokenClient`, the user of the URL logs in by its access tokens (XOAUTH2),
 * and to get one is part of the attempt.
 */
export const createSmtp = (
  url: string,
  from: string,
  timeoutMs = DEFAULT_TIMES.SMTP_TIMEOUT_MS,
  tokenClient?: TokenClient,
): SendMail => {
  const tokens = tokenClient && createAccessTokens(tokenClient);
  const host = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  // A container has no name of its own to greet a server with (RFC 5321, 4.1.1.1), and some refuse an address.
  const transport = createTransport({ url, name: host, disableFileAccess: true, disableUrlAccess: true });
  return async ({ id, to, language, text, ...parts }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      // The library sends such an address to any server, and some would deliver the mail to another.
      if (isBeyondAscii(to) && !(await takesSmtpUtf8(url, host, signal)))
        throw new MailRefused('no SMTPUTF8');
      await transport.sendMail({
        ...parts,
        // The library finds the lines that it need not break by CRLF alone.
        text: text.replaceAll('\n', '\r\n'),
        from,
        // Base64, which the library takes for Cyrillic, would hide the link from whoever looks at a mail as it came (`C4.link`).
        textEncoding: 'quoted-printable',
        // As an object it is one address; a string would be parsed, and could be several.
        to: { name: '', address: to },
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        ...(tokens && { auth: { type: 'OAuth2', accessToken: await tokens.get(signal) } }),
        signal,
      });
    } catch (error) {
      if (error instanceof MailRefused) throw error;
      if (error instanceof TokenRefused) throw new MailRefused(`token ${error.reason}`);
      // It may have been revoked before its end.
      if ((error as SmtpError).code === 'EAUTH') tokens?.forget();
      throw new MailRefused(reasonOf(error as SmtpError));
    }
  };
};

/** Whether the local part is; a domain is sent as A-labels. */
const isBeyondAscii = (address: string): boolean => /[^ -~].*@/.test(address);

/** Whether a mail server takes addresses whose local part is beyond ASCII (RFC 6531): it says so when it is greeted. */
const takesSmtpUtf8 = async (url: string, name: string, signal: AbortSignal): Promise<boolean> => {
  const connection = new SMTPConnection({ ...parseConnectionUrl(url), name });
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      connection.on('error', reject).connect((error) => (error ? reject(error) : resolve()));
    });
    return /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse));
  } finally {
    connection.close();
  }
};

/** `errno` and `reason`: of the system and of OpenSSL. */
type SmtpError = Error & { responseCode?: number; code?: string; errno?: number; reason?: string };

/** The mail library calls whatever happens to a connection `ESOCKET`, and leaves Node's own words: which it was. */
const reasonOf = ({ responseCode, code, errno, reason, message }: SmtpError): string => {
  if (responseCode) return String(responseCode);
  if (code !== 'ESOCKET') return code ?? 'unknown';
  return errno ? getSystemErrorName(errno) : (reason ?? message);
};
