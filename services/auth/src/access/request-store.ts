import type { Db } from 'mongodb';
import type { Language } from 'shared/contract/fields.ts';
import { LIMITS } from 'shared/contract/limits.ts';
import type { Scope } from 'shared/contract/scopes.ts';
import { addSeconds } from 'shared/process/time.ts';
import type { Indexes } from 'shared/store/make-indexes.ts';
import type { Transaction } from 'shared/store/mongo.ts';
import { afterStep, type RequestState, type Step } from './request-state.ts';
import { MAX_WRONG_NUMBERS } from './two-digits.ts';

/** What a request has that came from the sign-in page of an OAuth client (`C5.sign_in`). */
type OauthOrigin = {
  /** The SHA-256 of the `uid` in the page's secret address. */
  interaction_hash: string;
  /** The two digits that the page shows. */
  number: string;
  wrong_numbers: number;
  /** Where the client is: the host of its redirect address, or its private scheme. */
  redirect_host: string;
};

/** A connection request. Of its secrets, the assistant's poll token and the mailed link's, only hashes are kept. */
export type ConnectionRequest = RequestState & {
  _id: string;
  /** The SHA-256 of the poll token; absent where the request came from a sign-in page, which nobody polls. */
  poll_token_hash?: string;
  oauth?: OauthOrigin;
  approval_hash: string;
  email: string;
  /** The address as addresses are compared: what an erasure finds its requests by. */
  email_key: string;
  client_name: string;
  scopes: Scope[];
  language: Language;
  /** The network that the request came from, as the gateway wrote it: `203.0.113.0/24`. */
  network: string;
  created_at: Date;
  last_polled_at: Date | null;
  /** The account of the person who approved it. */
  account_id?: string;
  /** The connections that end with its approval (`C4.replace`). */
  replaces?: string[];
};

export const REQUEST_INDEXES: Indexes = {
  connection_requests: [
    { key: { approval_hash: 1 }, unique: true },
    { key: { email_key: 1 } },
    { key: { account_id: 1 }, sparse: true },
    { key: { 'oauth.interaction_hash': 1 }, sparse: true },
    // Only cleans up: whether a request is known is decided by its times (request-state.ts).
    { key: { ends_at: 1 }, expireAfterSeconds: LIMITS.finishedLifetimeSeconds },
  ],
};

export type RequestStore = ReturnType<typeof createRequestStore>;

/** The collection `connection_requests`. */
export const createRequestStore = (db: Db) => {
  const requests = db.collection<ConnectionRequest>('connection_requests');
  return {
    /**
     * Queries the database first: a frozen one would still execute the write when it wakes, long after the caller was told that
     * nothing was done.
     */
    create: async (request: ConnectionRequest): Promise<void> => {
      await requests.findOne({ _id: request._id });
      await requests.insertOne(request);
    },

    findByApprovalHash: (hash: string): Promise<ConnectionRequest | null> =>
      requests.findOne({ approval_hash: hash }),

    /** By one of these. One query for both, so that a wrong poll token is handled exactly like an unknown id. */
    findByPollToken: (id: string, hashes: string[]): Promise<ConnectionRequest | null> =>
      requests.findOne({ _id: id, poll_token_hash: { $in: hashes } }),

    /**
     * The request, its polling clock set to `now`; null where there is none or its last poll was less than 5 s ago. A last poll
     * more than 5 s in the future was noted before a clock was set back, and does not count.
     */
    poll: (id: string, hashes: string[], now: Date): Promise<ConnectionRequest | null> => {
      const tooSoon = addSeconds(now, LIMITS.pollJitterSeconds - LIMITS.pollIntervalSeconds);
      const latest = addSeconds(now, LIMITS.pollIntervalSeconds);
      return requests.findOneAndUpdate(
        {
          _id: id,
          poll_token_hash: { $in: hashes },
          last_polled_at: { $not: { $gt: tooSoon, $lte: latest } },
        },
        { $set: { last_polled_at: now } },
        { returnDocument: 'after' },
      );
    },

    /** What was asked from a sign-in page, the newest first. */
    listByInteraction: (interactionHash: string): Promise<ConnectionRequest[]> =>
      requests.find({ 'oauth.interaction_hash': interactionHash }).sort({ created_at: -1 }).toArray(),

    /** Ends what a sign-in page asked of other addresses than its last one: the person has started over. */
    endEarlier: async (interactionHash: string, now: Date): Promise<void> => {
      const ofPage = { 'oauth.interaction_hash': interactionHash };
      const last = await requests.findOne(ofPage, { sort: { _id: -1 } });
      if (!last) return;
      await requests.updateMany(
        {
          ...ofPage,
          _id: { $lt: last._id },
          email_key: { $ne: last.email_key },
          status: 'pending',
          ends_at: { $gt: now },
        },
        { $set: { ends_at: now } },
      );
    },

    /**
     * Notes a wrong number, the last of which denies. Returns how many more may follow; undefined where the request has moved on
     * since it was read.
     */
    noteWrongNumber: async (
      { _id, ends_at, oauth }: ConnectionRequest,
      now: Date,
    ): Promise<number | undefined> => {
      const before = oauth?.wrong_numbers ?? 0;
      const left = MAX_WRONG_NUMBERS - before - 1;
      const { matchedCount } = await requests.updateOne(
        { _id, status: 'pending', ends_at, 'oauth.wrong_numbers': before },
        {
          $set: {
            'oauth.wrong_numbers': before + 1,
            ...(left === 0 && { status: 'denied', ends_at: now }),
          },
        },
      );
      return matchedCount === 1 ? left : undefined;
    },

    /** Forgets what was asked of an address until then, and what the account approved under an earlier one. */
    removeOf: async (accountId: string, key: string, until: Date): Promise<void> => {
      for (const whose of [{ email_key: key }, { account_id: accountId }])
        await requests.deleteMany({ ...whose, created_at: { $lte: until } });
    },

    /** Takes a step, unless the request has moved on, or a wrong number was entered, since it was read. */
    take: async (
      step: Step,
      request: ConnectionRequest,
      now: Date,
      { accountId, replaces, ...transaction }: { accountId?: string; replaces?: string[] } & Transaction = {},
    ): Promise<boolean> => {
      const next = afterStep(request, step, now);
      if (!next) return false;
      const { matchedCount } = await requests.updateOne(
        {
          _id: request._id,
          status: request.status,
          ends_at: request.ends_at,
          ...(request.oauth && { 'oauth.wrong_numbers': request.oauth.wrong_numbers }),
        },
        { $set: { ...next, ...(accountId && { account_id: accountId }), ...(replaces && { replaces }) } },
        transaction,
      );
      return matchedCount === 1;
    },
  };
};
