import { createKeys } from 'shared/process/keys.ts';
import { loadOrCreateSecretKey } from '../../scripts/secret-key.ts';
import { onRedis } from '../person/traces.ts';
import type { Answer, ConnectRequest } from '../support/client.ts';
import { onDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import type { SetAddresses } from '../support/set.ts';

/** Simulates that seconds pass for one request: moves all its dates into the past. */
export const ageRequest = (
  { requestId, set }: Pick<ConnectRequest, 'requestId' | 'set'>,
  seconds: number,
): Promise<void> =>
  onDatabase(async (db) => {
    const requests = db.collection<{ _id: string; [field: string]: unknown }>('connection_requests');
    const request = await requests.findOne({ _id: requestId });
    const moved = Object.entries(request ?? {})
      .filter((field): field is [string, Date] => field[1] instanceof Date)
      .map(([name, date]) => [name, new Date(date.getTime() - seconds * 1000)]);
    await requests.updateOne({ _id: requestId }, { $set: Object.fromEntries(moved) });
  }, set);

/** Markup of ours, what `html` escapes in it decoded. */
export const decoded = (markup: string): string =>
  markup.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** An answer without what differs between requests: id and date. */
export const comparable = ({ status, headers, text }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
  text: text.replace(/"request_id":"[^"]*"/, ''),
});

/** Waits until the mailer is sending a mail. */
export const mailerHasBegun = (set: SetAddresses) =>
  eventually(() => onRedis(set, (redis) => redis.llen('bull:{mail}:active')), 'the mailer to begin');

/** Where Redis counts the connection requests of an address. */
export const limitKeyOf = (email: string, { dataDir }: SetAddresses): string =>
  `limit:connect:address:${createKeys([loadOrCreateSecretKey(dataDir)]).sign('mail-limit', email)}`;
