/** What is seen at an address, and what to do about it; nothing where all is well. */
export type CheckSeen = { seen: (address: string, what: string) => string; todo?: string };

/** `/check` */
export const check = {
  title: 'What an assistant sees of this server',
  lead: (address: string): string =>
    `This server has just asked itself at its public address, ${address}, as an assistant does that connects.`,
  works: 'Works',
  mend: 'To be mended',
  unknown: 'Not known',
  headings: {
    connection: 'Connection',
    resource: 'What the server says of itself',
    server: 'Where to sign in',
    mcp: 'A first call',
    origin: 'Assistants that run in a web page',
    clock: 'Clock',
  },
  seen: {
    tls_good: {
      seen: (address, day) =>
        `What is sent to ${address} is encrypted, and the certificate is good until ${day}.`,
    },
    tls_ends_soon: {
      seen: (address, day) => `What is sent to ${address} is encrypted, but the certificate ends on ${day}.`,
      todo: 'Have it renewed. If that happens by itself, it should have happened by now: the log of the proxy says what is in its way.',
    },
    tls_refused: {
      seen: (address, code) => `The certificate of ${address} is not accepted: ${code}.`,
      todo: 'Give the proxy in front a certificate for this name, together with all the certificates between it and a well-known authority.',
    },
    no_tls: {
      seen: (address) =>
        `${address} begins with http: what is sent can be read on its way, and assistants in the cloud do not connect.`,
      todo: 'Put a proxy that terminates TLS in front, and set SITE_URL to its https address. A server for your own machine alone may stay as it is.',
    },
    unreachable: {
      seen: (address, code) => `Nothing answers at ${address}: ${code}.`,
      todo: 'Set SITE_URL to the public address, and see that its name leads to the proxy in front. Some networks do not let a machine reach its own public address: then ask from elsewhere, with the command below.',
    },
    document_good: { seen: (address) => `${address} says what an assistant needs to know.` },
    document_other: {
      seen: (address, named) => `What is at ${address} is not of this server: it names ${named}.`,
      todo: 'Set SITE_URL to the address that people use, and have the proxy in front pass everything below it to the gateway.',
    },
    redirect: {
      seen: (address, target) => `${address} leads to ${target}. Many assistants do not follow.`,
      todo: 'Set SITE_URL to the address at the end of the way, or have the proxy in front answer without leading elsewhere.',
    },
    status: {
      seen: (address, status) => `${address} answers with ${status}.`,
      todo: 'Have the proxy in front pass this address to the gateway, as it passes all others.',
    },
    turned_away: {
      seen: (address, status) =>
        `${address} answers with ${status}: something in front of this server turns assistants away.`,
      todo: 'Let programs through at /mcp, /api/, /oauth/ and /.well-known/. At Cloudflare: turn off “Block AI bots” and Bot Fight Mode, allow Claude-User and ChatGPT-User in AI Crawl Control, and skip challenges at these addresses.',
    },
    call_good: {
      seen: (address) => `${address} asks whoever has no token to sign in, and says where (401).`,
    },
    no_challenge: {
      seen: (address) =>
        `${address} answers with 401, but does not say where to sign in: the header WWW-Authenticate is missing, or names another address.`,
      todo: 'Have the proxy in front pass the header WWW-Authenticate on, as the gateway wrote it.',
    },
    origin_good: { seen: (address, origin) => `Pages of ${origin}, for one, may call ${address}.` },
    origin_refused: {
      seen: (address, origin) =>
        `Pages of ${origin} may not call ${address}. Assistants that do not run in a page are not concerned.`,
      todo: 'If people need it, add the origin to ALLOWED_ORIGINS; and have the proxy in front pass OPTIONS on.',
    },
    clock_good: { seen: () => 'The machines that answer here agree on the time.' },
    clock_off: {
      seen: (address, seconds) =>
        `The machine that answers at ${address} is ${seconds} s away from the time of this one.`,
      todo: 'Set both clocks by NTP: sign-ins and links fail where they differ.',
    },
    no_date: {
      seen: (address) => `${address} did not say what time it is there.`,
    },
  } satisfies Record<string, CheckSeen>,
  elsewhere: 'What cannot be seen from here',
  elsewhereText:
    'A firewall may let this server through and keep others out. From another network, this should answer with 401 and a line that begins with www-authenticate:',
  command: 'Command',
  when: (moment: string): string => `Looked at on ${moment}. It is looked at anew once a minute at most.`,
};

export type CheckWords = typeof check;
export type CheckOutcome = keyof typeof check.seen;
export type CheckName = keyof typeof check.headings;
