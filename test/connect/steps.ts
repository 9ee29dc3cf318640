import { type Db, MongoClient } from 'mongodb';
import { databaseOfRunningSet } from '../../scripts/operator/running-set.ts';
import { call, newEmail } from '../support/client.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { type SetAddresses, site } from '../support/set.ts';

export type Asked = { email: string; requestId: string; pollToken: string; link: string; set: SetAddresses };

/** Requests a connection and opens the mail. */
export const ask = async (body: Record<string, unknown> = {}, set: SetAddresses = site): Promise<Asked> => {
  const email = String(body.email ?? newEmail());
  const asked = await call('POST', '/connect', {
    set,
    body: { email, client_name: 'Test assistant', ...body },
  });
  if (asked.status !== 202) throw new Error(`POST /connect answered ${asked.status}: ${asked.text}`);
  const link = linkIn(await mailTo(email, set));
  return { email, requestId: asked.body.request_id, pollToken: asked.body.poll_token, link, set };
};

export const poll = ({ requestId, pollToken, set }: Asked) =>
  call('GET', `/connect/${requestId}`, { token: pollToken, set });

/** Works on the set's database and closes it. */
export const onDatabase = async <T>(work: (db: Db) => Promise<T>, set: SetAddresses = site): Promise<T> => {
  const client = new MongoClient(await databaseOfRunningSet(set.dataDir));
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
};

/** Simulates that seconds pass for one request: moves all its dates into the past. */
export const letTimePass = (
  { requestId, set }: Pick<Asked, 'requestId' | 'set'>,
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

/** An answer without what differs between requests: id and date. */
export const comparable = ({ status, headers, text }: Awaited<ReturnType<typeof call>>) => ({
  status,
  headers: [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
  text: text.replace(/"request_id":"[^"]*"/, ''),
});
