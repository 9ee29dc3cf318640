import type { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { createHourlyLimit, type Refund } from 'shared/admission/hourly-limit.ts';
import { emailKey } from 'shared/contract/email-address.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import { Problem } from 'shared/contract/problem.ts';
import type { Log } from 'shared/observe/log.ts';
import type { Keys } from 'shared/process/keys.ts';
import { takeTurn, turnsOfEach } from 'shared/process/take-turn.ts';
import type { Mail } from 'shared/queues/mail.ts';
import { TURNS } from 'shared/turns.ts';
import type { FindReader, Reader } from '../accounts/reader.ts';
import type { MailQueue } from './mail-queue.ts';

/**
 * Sends what `write` makes of a reader to their address, which may be written otherwise where it was `asked` for, from `network`;
 * within the limits. Returns the mail. The account of an address is looked up only within them, so that a refusal tells nothing of
 * it. Throws `rate_limited`, `email_not_sent` where the mail or Redis is down, or the database's error; what fails costs nothing
 * once it has failed.
 */
export type SendLimitedMail = (
  asked: string,
  network: string,
  write: (to: string, reader: Reader | undefined) => Mail,
) => Promise<Mail>;

/** `perNetwork`: how many mails a network may ask for in an hour. */
type LimitedMailParts = {
  findReader: FindReader;
  mails: MailQueue;
  redis: Redis;
  keys: Keys;
  log: Log;
  perNetwork: number;
};

/**
 * A failed mail costs nothing, so nothing else keeps a network from asking for any number of them. The mailer sends few at a
 * time, each for up to SMTP_TIMEOUT_MS where the mail server is slow.
 */
const turnsOf = turnsOfEach(TURNS.networkMails);

/** A network, or all of its IPv6 /48: that of one line has 65,536 of them. */
const lineOf = (network: string): string =>
  network.endsWith('/64') ? `${ipaddr.IPv6.networkAddressFromCIDR(network.replace('/64', '/48'))}` : network;

const notSent = (): Problem =>
  new Problem('email_not_sent', 'The e-mail could not be sent. Please try again later.');

/** Mails may be asked for so often in an hour, by address and by network; each `purpose` is counted apart. */
export const createLimitedMail = (
  { findReader, mails, redis, keys, log, perNetwork }: LimitedMailParts,
  purpose: string,
): SendLimitedMail => {
  const takeOfNetwork = createHourlyLimit(redis, purpose, 'network', perNetwork);
  // The limit's name says connection requests, for which the contract sets it; sign-in mails have the same one, counted
  // separately.
  const takeOfAddress = createHourlyLimit(redis, purpose, 'address', LIMITS.connectPerEmailPerHour);

  // The network first: one that is over its limit takes nothing from the addresses that it names.
  const take = async (email: string, network: string): Promise<Refund> => {
    const refundNetwork = await takeOfNetwork(network);
    try {
      // With a key, so that whoever reads Redis cannot try addresses out.
      const refundAddress = await takeOfAddress(keys.sign('mail-limit', emailKey(email)));
      return async () => void (await Promise.all([refundNetwork(), refundAddress()]));
    } catch (error) {
      await refundNetwork();
      throw error;
    }
  };

  const explain = (error: unknown): never => {
    if (error instanceof Problem) throw error;
    log.warn({ err: error, purpose }, 'mail not sent');
    throw notSent();
  };

  return async (asked, network, write) => {
    const since = performance.now();
    const refund = await take(asked, network).catch(explain);
    try {
      const reader = await findReader(asked);
      // What we take for one address may be two mailboxes: none but the one that the account was given opens it. Composed, as
      // addresses are mailed (RFC 6532, 3.1), so that whether there is an account does not show in what a mail server takes.
      const mail = write((reader?.email ?? asked).normalize('NFC'), reader);
      await takeTurn(turnsOf(lineOf(network)), () => mails.send(mail, since).catch(explain), notSent);
      return mail;
    } catch (error) {
      await refund().catch(explain);
      throw error;
    }
  };
};
