import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../support/eventually.ts';

/**
 * What the server does next: `down` refuses connections; `greets_late` and `answers_late` exceed every timeout, `slow_domain` does
 * so for addresses at `slow.example` alone; `drips` answers every command, each a little late; `takes_its_time` is slow, but not too
 * slow; `accepts_late` accepts the mail, but replies only when nobody listens any more.
 */
export type Behaviour =
  | 'accepts'
  | 'down'
  | 'greets_late'
  | 'answers_late'
  | 'slow_domain'
  | 'drips'
  | 'takes_its_time'
  | 'hangs_up'
  | 'accepts_late'
  | 'recipient_4xx'
  | 'recipient_5xx'
  | 'content_4xx'
  | 'content_5xx';

/** `greeting` is the name that the sender called itself. */
type Taken = { greeting: string; to: string[]; raw: string };

const TOO_LATE_MS = 12_000;

/** A pause does not keep the tests from their end: some last longer than anybody listens. */
const sleep = (ms?: number): Promise<void> => setTimeout(ms, undefined, { ref: false });

const refusal = (responseCode: number) => Object.assign(new Error('no, thank you'), { responseCode });

/** A real SMTP server for the test, on a loopback port, that behaves as told. */
export const startMisbehavingSmtp = async (port: number) => {
  let behaviour: Behaviour = 'accepts';
  /** The mails whose sender got a 250. */
  const accepted: Taken[] = [];
  /** The mails received whole, whatever the reply was. */
  const received: Taken[] = [];
  const pause = { drips: 2400, takes_its_time: 1750, answers_late: TOO_LATE_MS } as Partial<
    Record<Behaviour, number>
  >;

  const pauseFor = (recipient: string): number =>
    behaviour === 'slow_domain' && recipient.endsWith('@slow.example')
      ? TOO_LATE_MS
      : (pause[behaviour] ?? 0);

  const create = () =>
    new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 10,
      onConnect: (_session, callback) =>
        void sleep(behaviour === 'greets_late' ? TOO_LATE_MS : 0).then(() => callback()),
      onMailFrom: (_address, _session, callback) => void sleep(pause[behaviour] ?? 0).then(() => callback()),
      onRcptTo: ({ address }, _session, callback) =>
        void sleep(pauseFor(address)).then(() => {
          if (behaviour === 'recipient_4xx') callback(refusal(450));
          else if (behaviour === 'recipient_5xx') callback(refusal(550));
          else callback();
        }),
      onData: async (stream, session, callback) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const mail = {
          greeting: String(session.hostNameAppearsAs),
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        };
        received.push(mail);
        if (behaviour === 'content_4xx') return callback(refusal(451));
        if (behaviour === 'content_5xx') return callback(refusal(554));
        if (behaviour === 'hangs_up') return hangUp();
        if (behaviour === 'accepts_late') await sleep(TOO_LATE_MS);
        else if (pause[behaviour]) await sleep(pause[behaviour]);
        accepted.push(mail);
        callback();
      },
    });

  let server: SMTPServer | undefined;
  const open = async () => {
    server = create();
    server.on('error', () => {});
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const hangUp = () => {
    for (const connection of server?.connections ?? []) connection.close();
  };
  const close = () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  await open();

  return {
    accepted,
    received,
    close,
    /** Takes effect at once, and breaks off existing connections. */
    behave: async (next: Behaviour) => {
      await close();
      behaviour = next;
      if (next !== 'down') await open();
    },
    /** Resolves when nobody is connected any more: every attempt has ended. */
    idle: () => eventually(() => server?.connections.size === 0, 'every attempt to end'),
    /** The first mail to an address that was received whole. */
    mailTo: (address: string) =>
      eventually(() => received.find(({ to }) => to.includes(address)), 'the mail server to receive a mail'),
  };
};
