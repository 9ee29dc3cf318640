import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Request, Response } from 'express';
import type { Collection, Db, MongoClient } from 'mongodb';
import { z } from 'zod';
import type { Assistant } from '../calls/principal.ts';
import { idempotencyKey } from '../contract/fields.ts';
import { KINDS, kindOfId } from '../contract/kinds.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Operation } from '../contract/operation.ts';
import { Problem } from '../contract/problem.ts';
import { parse } from '../http/validate.ts';
import type { Keys } from '../process/keys.ts';
import { takeTurn, turnsOfEach } from '../process/take-turn.ts';
import { HOUR_SECONDS } from '../process/time.ts';
import { TURNS } from '../turns.ts';
import type { Indexes } from './make-indexes.ts';
import { inTransaction, type Transaction } from './mongo.ts';
import { inRetriedTransaction, retryRaces } from './retry-races.ts';

/** What a key was used for, and by whom. */
type KeyUse = {
  account_id: string;
  connection_id: string;
  key: string;
  operation: string;
  input_hash: string;
};

/**
 * `answer` is the response body as JSON, sealed: it can hold the secret of a share link. `record_ids` are the records that it
 * shows, `profile_id` the profile that it is of; entries of earlier releases have none.
 */
type IdempotencyDocument = KeyUse & {
  answer: string;
  record_ids?: string[];
  profile_id?: string | undefined;
  expires_at: Date;
};

/** The TTL index only cleans: whether a key still counts is decided by comparing times. */
export const IDEMPOTENCY_INDEXES: Indexes = {
  idempotency: [
    { key: { account_id: 1, connection_id: 1, key: 1 }, unique: true },
    { key: { expires_at: 1 }, expireAfterSeconds: 0 },
  ],
};

const LIFETIME_MS = LIMITS.idempotencyHours * HOUR_SECONDS * 1000;

/**
 * Uses of one key take turns within a process: as concurrent transactions they would abort each other for seconds. Those in
 * other replicas meet in the database.
 */
const turnsOf = turnsOfEach(TURNS.keyUses);
/** So do the changes of an account. */
const changesOf = turnsOfEach(TURNS.changes);

type KeyedCall = {
  operation: Operation;
  assistant: Assistant;
  params: object | undefined;
  query: object | undefined;
  body: unknown;
  request: Request;
  response: Response;
};

type Write<Answer> = (transaction: Transaction) => Promise<Answer>;

/**
 * Runs a write so that a repeated `Idempotency-Key` makes nothing twice (`C7.replay`). `write` gets the transaction to write
 * in and returns the response body; it may run again when a concurrent write was faster, so it has no other effect.
 * Without a key a creation, one document, runs without a transaction; a change always has one.
 * Throws `validation_failed`, `idempotency_conflict`, `idempotency_in_progress`, and what `write` throws.
 */
export const createIdempotency = (client: MongoClient, db: Db, keys: Keys) => {
  const entries = db.collection<IdempotencyDocument>('idempotency');

  /** Whether the records that a key was used for are all still there; undefined where it was for none. */
  const areThere = async ({ account_id, record_ids = [] }: IdempotencyDocument) => {
    const kind = kindOfId(record_ids[0] ?? '');
    if (!kind) return undefined;
    const records = db.collection<{ _id: string; account_id: string }>(KINDS[kind].collection);
    return (await records.countDocuments({ account_id, _id: { $in: record_ids } })) === record_ids.length;
  };

  /** The first use of a key. Throws `idempotency_conflict` where it was for another operation or input. */
  const findFirst = async (use: KeyUse): Promise<IdempotencyDocument | null> => {
    const first = await findFirstUse(entries, use);
    if (first && (first.operation !== use.operation || first.input_hash !== use.input_hash))
      throw conflict(first, await areThere(first));
    return first;
  };

  const runKeyed = async <Answer extends object>(
    call: KeyedCall,
    key: string,
    write: Write<Answer>,
  ): Promise<Answer> => {
    const { account, connection } = call.assistant;
    const use = {
      account_id: account.id,
      connection_id: connection.id,
      key,
      operation: call.operation.id,
      input_hash: hashInput(inputOf(call)),
    };

    const replay = async (first: IdempotencyDocument): Promise<Answer> => {
      const answer = JSON.parse(openAnswer(keys, first.answer));
      call.response.set('Idempotency-Replayed', 'true');
      if ((await areThere(first)) === false) call.response.set('Idempotency-Record-Deleted', 'true');
      return answer;
    };

    const writeWithKey = () =>
      inTransaction(client, async (transaction) => {
        const answer = await write(transaction);
        const sealed = keys.seal('idempotency', JSON.stringify(answer));
        const expires_at = new Date(Date.now() + LIFETIME_MS);
        const shown = { record_ids: recordsIn(answer), profile_id: profileIn(answer) };
        await entries.insertOne({ ...use, answer: sealed, ...shown, expires_at }, transaction);
        return answer;
      });

    const replayOrWrite = async () => {
      const first = await findFirst(use);
      if (first) return replay(first);
      return writeWithKey().catch(async (refusal) => {
        if (!(refusal instanceof Problem)) throw refusal;
        // The first use may have taken the last place since, perhaps not yet on a majority.
        const done = await findFirst(use);
        if (done) return replay(done);
        throw (await entries.findOne(keyOf(use))) ? inProgress() : refusal;
      });
    };

    return takeTurn(
      turnsOf(`${connection.id} ${key}`),
      () => retryRaces(replayOrWrite, inProgress),
      inProgress,
    );
  };

  return {
    create: async <Answer extends object>(call: KeyedCall, write: Write<Answer>): Promise<Answer> => {
      const key = readKey(call.request);
      return key === undefined ? retryRaces(() => write({})) : runKeyed(call, key, write);
    },
    change: async <Answer extends object>(call: KeyedCall, write: Write<Answer>): Promise<Answer> => {
      const key = readKey(call.request);
      return takeTurn(changesOf(call.assistant.account.id), () =>
        key === undefined ? inRetriedTransaction(client, write) : runKeyed(call, key, write),
      );
    },
  };
};

export type Idempotency = ReturnType<typeof createIdempotency>;

/**
 * Makes the function that forgets what repeated calls would answer of a record, or of a profile: their keys still count, so that no
 * repeat records anything anew.
 */
export const createForgetAnswers =
  (db: Db) =>
  async (
    account_id: string,
    shown: { record_ids: string } | { profile_id: string },
    transaction: Transaction = {},
  ): Promise<void> => {
    await db
      .collection<IdempotencyDocument>('idempotency')
      .updateMany({ account_id, ...shown }, { $set: { answer: '' } }, transaction);
  };

const keyOf = ({ account_id, connection_id, key }: KeyUse) => ({ account_id, connection_id, key });

/** The records that an answer shows: one, or the copies of a meal; a deletion shows none. */
const recordsIn = (answer: { id?: unknown; deleted?: unknown; meals?: { id: string }[] }): string[] => {
  if (answer.deleted) return [];
  return [answer.id, ...(answer.meals ?? []).map(({ id }) => id)].map(String).filter(kindOfId);
};

/** The profile that an answer is of: a new one itself, or that of the records in it. */
const profileIn = (answer: {
  id?: string;
  profile_id?: string | null;
  meals?: { profile_id: string }[];
}): string | undefined =>
  answer.profile_id ??
  answer.meals?.[0]?.profile_id ??
  (answer.id?.startsWith('prof_') ? answer.id : undefined);

/** The use of a key, while it counts; one that is over is deleted. */
const findFirstUse = async (
  entries: Collection<IdempotencyDocument>,
  use: KeyUse,
): Promise<IdempotencyDocument | null> => {
  // Only what a majority has: whoever is told that it is done must never find it rolled back by a failover.
  const first = await entries.findOne(keyOf(use), { readConcern: 'majority' });
  if (!first) return null;
  if (first.expires_at <= new Date()) {
    await entries.deleteOne({ _id: first._id, account_id: use.account_id });
    return null;
  }
  return first;
};

const headers = z.object({ 'Idempotency-Key': idempotencyKey.optional() });

const readKey = (request: Request): string | undefined =>
  parse(headers, { 'Idempotency-Key': request.get('Idempotency-Key') }, { root: 'header' })[
    'Idempotency-Key'
  ];

/** What a key is compared by; a path without parameters says nothing more than the operation. */
const inputOf = ({ params, query, body }: KeyedCall): unknown => (params ? { params, query, body } : body);

/** The SHA-256 of the input in canonical form (RFC 8785). A null counts as absent, as everywhere. */
const hashInput = (input: unknown): string => {
  const stated = JSON.parse(JSON.stringify(input), (_name, value) => value ?? undefined);
  return hash('sha256', canonicalize(stated) ?? '', 'base64url');
};

/** If the key of an answer is removed from SECRET_KEY within a day, the answer is lost; even so, nothing is written twice. */
const openAnswer = (keys: Keys, sealed: string): string => {
  try {
    return keys.open('idempotency', sealed);
  } catch {
    throw new Problem(
      'idempotency_conflict',
      'The call sent with this Idempotency-Key is done; its answer can no longer be shown. Read the record instead.',
    );
  }
};

const FATE = { true: ' What it recorded is still there.', false: ' What it recorded was deleted since.' };

/** Says what the key was used for: a repeated call is done, whatever became of its record. */
const conflict = (first: IdempotencyDocument, areThere: boolean | undefined): Problem => {
  const at = new Date(first.expires_at.getTime() - LIFETIME_MS).toISOString();
  return new Problem(
    'idempotency_conflict',
    `This Idempotency-Key was used for ${first.operation} with another input, at ${at}.${areThere === undefined ? '' : FATE[`${areThere}`]} If you are repeating that call, it is done: read the record. Use a new key only for another record.`,
  );
};

const inProgress = (): Problem =>
  new Problem(
    'idempotency_in_progress',
    'The first call with this Idempotency-Key has not ended yet. Repeat it in 1 s.',
    {
      headers: { 'Retry-After': '1' },
    },
  );
