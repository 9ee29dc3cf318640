import { hashSecret } from 'shared/process/keys.ts';
import { onDatabase } from '../support/database.ts';

export const DAY_MS = 86_400_000;

/** The grant of an access token, read without using it. */
export const grantOf = async (token: string): Promise<string> => {
  const stored = await onDatabase((db) =>
    db.collection<{ _id: string; grant_id: string }>('oauth_artifacts').findOne({ _id: hashSecret(token) }),
  );
  return String(stored?.grant_id);
};

/** Simulates that time passes for one grant: moves all its dates into the past. */
export const ageGrant = (grantId: string, milliseconds: number): Promise<void> =>
  onDatabase(async (db) => {
    const earlier = (field: string) => ({
      $cond: [
        { $eq: [{ $type: `$${field}` }, 'date'] },
        { $subtract: [`$${field}`, milliseconds] },
        `$${field}`,
      ],
    });
    const earlierSeconds = (field: string) => ({ $subtract: [`$payload.${field}`, milliseconds / 1000] });
    await db.collection('oauth_artifacts').updateMany({ grant_id: grantId }, [
      {
        $set: {
          expires_at: earlier('expires_at'),
          consumed_at: earlier('consumed_at'),
          answer_used_at: earlier('answer_used_at'),
          'payload.exp': earlierSeconds('exp'),
          'payload.iat': earlierSeconds('iat'),
        },
      },
    ]);
    await db.collection<{ _id: string }>('connections').updateOne({ _id: grantId }, [
      {
        $set: {
          created_at: earlier('created_at'),
          last_used_at: earlier('last_used_at'),
          expires_at: earlier('expires_at'),
        },
      },
    ]);
  });

/** As if the tokens of a grant had last gone to another network than that of the tests. */
export const moveGrant = (grantId: string): Promise<void> =>
  onDatabase(async (db) => {
    await db
      .collection<{ _id: string }>('connections')
      .updateOne({ _id: grantId }, { $set: { 'grant.network': '203.0.113.0/24' } });
  });
