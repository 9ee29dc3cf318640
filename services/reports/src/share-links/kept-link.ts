import type { Collection, Db } from 'mongodb';
import { name } from 'shared/contract/fields.ts';
import { uuidv7 } from 'uuidv7';
import type { StoredShareLink } from './share-link.ts';

/** What a reader may call a link that they keep. */
export const keptLinkName = name(80);

/** A link that a reader keeps (`C13.keep`), whoever made it. */
export type StoredKeptLink = {
  _id: string;
  /** The reader. */
  account_id: string;
  /** What the reader calls it. */
  name: string;
  link_id: string;
  /** The account whose link it is. */
  owner_id: string;
  /** The SHA-256 of the link's secret, by which both are found. */
  secret_hash: string;
  /** The secret as authenticated ciphertext, for the reader's table alone. */
  sealed_secret: string;
  kept_at: Date;
};

type NewKeptLink = {
  accountId: string;
  link: Pick<StoredShareLink, '_id' | 'account_id' | 'secret_hash'>;
  sealedSecret: string;
  name: string;
};

/** A kept link as it is stored. */
export const newKeptLink = ({ accountId, link, sealedSecret, name }: NewKeptLink): StoredKeptLink => ({
  _id: `kept_${uuidv7()}`,
  account_id: accountId,
  name,
  link_id: link._id,
  owner_id: link.account_id,
  secret_hash: link.secret_hash,
  sealed_secret: sealedSecret,
  kept_at: new Date(),
});

/** The collection of what readers keep. */
export const keptLinksOf = (db: Db): Collection<StoredKeptLink> => db.collection('kept_links');
