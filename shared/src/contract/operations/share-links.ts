import { z } from 'zod';
import { byId, count, optional, profileId, timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

export const shareLinkInput = z.strictObject({
  profile_id: optional(profileId).meta({
    description: 'Every one when absent.',
  }),
  expires_in_days: optional(count(LIMITS.shareLinkDays, 1)).meta({
    description: 'Days of 24 hours; when absent, it does not end.',
  }),
});

export const shareLink = z.object({
  id: z.string(),
  url: z.url().nullable().meta({
    description:
      'Whoever has it can read the report. Null where the key that it was kept with has been withdrawn; the address still works.',
  }),
  profile_id: z.string().nullable().meta({ description: 'Null shares every profile.' }),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  view_count: z.int(),
  last_viewed_at: timestamp.nullable(),
});
export type ShareLink = z.infer<typeof shareLink>;

const exampleShareLink: ShareLink = {
  id: 'lnk_019a2f71-1000-7000-8000-000000000009',
  url: 'https://diary.example.org/r/Vb2pJx1q0nQm8yT4c7RzKdW3sH6uLfA9eGiXoNtM5kE',
  profile_id: null,
  created_at: '2026-10-04T20:20:00Z',
  expires_at: '2026-11-03T20:20:00Z',
  view_count: 0,
  last_viewed_at: null,
};

export const listShareLinks = operation({
  id: 'list_share_links',
  method: 'GET',
  path: '/share-links',
  owner: 'reports',
  access: 'share:manage',
  summary: 'List the active report links',
  status: 200,
  response: z.object({ share_links: z.array(shareLink) }),
  example: {
    response: {
      share_links: [{ ...exampleShareLink, view_count: 3, last_viewed_at: '2026-10-06T08:02:11Z' }],
    },
  },
});

export const createShareLink = operation({
  id: 'create_share_link',
  method: 'POST',
  path: '/share-links',
  owner: 'reports',
  access: 'share:manage',
  summary: 'Create a report link',
  description:
    "Anybody who has the link can read all that is recorded in every profile, or in the one that `profile_id` names, notes in the person's own words included, past days too, until it expires or is revoked. The body may be an empty object.",
  body: shareLinkInput,
  status: 201,
  response: shareLink,
  example: {
    body: { expires_in_days: 30 },
    response: exampleShareLink,
  },
});

export const revokeShareLink = operation({
  id: 'revoke_share_link',
  method: 'DELETE',
  path: '/share-links/{id}',
  owner: 'reports',
  access: 'share:manage',
  summary: 'Revoke a report link',
  description: 'The next request to the link shows nothing.',
  params: byId,
  status: 200,
  response: z.object({ revoked: z.literal(true), id: z.string() }),
  example: {
    params: { id: exampleShareLink.id },
    response: { revoked: true, id: exampleShareLink.id },
  },
});
