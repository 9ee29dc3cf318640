import { z } from 'zod';
import { byId, count, date, day, name, optional, profileId, timestamp } from '../fields.ts';
import { SHOWN_KINDS } from '../kinds.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

const shownKind = z.enum(SHOWN_KINDS);

export const shareLinkInput = z.strictObject({
  label: optional(name(80)).meta({
    description: 'For the owner alone.',
  }),
  shows: optional(z.array(shownKind).min(1)).meta({
    description: 'All when absent.',
  }),
  from: optional(day).meta({
    description: 'First day.',
  }),
  to: optional(day).meta({ description: 'Last day.' }),
  profile_id: optional(profileId).meta({
    description: 'All, later ones too, when absent.',
  }),
  expires_in_days: optional(count(LIMITS.shareLinkDays, 1)).meta({
    description: 'Days until it ends; never when absent.',
  }),
});

export const shareLink = z.object({
  id: z.string(),
  url: z.url().nullable().meta({
    description:
      'Whoever has it can read the report. Null where the key that it was kept with has been withdrawn; the address still works.',
  }),
  label: z.string().nullable(),
  profile_id: z.string().nullable().meta({ description: 'Null shares every profile.' }),
  shows: z.array(shownKind),
  from: date.nullable().meta({ description: 'The first day that it may show; null is from the beginning.' }),
  to: date.nullable().meta({ description: 'The last day that it may show; null has no end.' }),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  view_count: z.int(),
  last_viewed_at: timestamp.nullable(),
  kept_by: z.int().meta({ description: 'How many readers with an account keep it among their clients.' }),
});
export type ShareLink = z.infer<typeof shareLink>;

const exampleShareLink: ShareLink = {
  id: 'lnk_019a2f71-1000-7000-8000-000000000009',
  url: 'https://diary.example.org/r/Vb2pJx1q0nQm8yT4c7RzKdW3sH6uLfA9eGiXoNtM5kE',
  label: 'Marta, nutritionist',
  profile_id: null,
  shows: ['meals', 'activity'],
  from: '2026-10-01',
  to: null,
  created_at: '2026-10-04T20:20:00Z',
  expires_at: '2026-11-03T20:20:00Z',
  view_count: 0,
  last_viewed_at: null,
  kept_by: 0,
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
    "Anybody who has the link can read, until it expires or is revoked, what `shows` names of the days from `from` to `to`, both included, in the profile that `profile_id` names; targets beside the figures of these kinds. What is absent limits nothing: an empty object shares all that is recorded in every profile, notes in the person's own words included, past days and days to come.",
  body: shareLinkInput,
  status: 201,
  response: shareLink,
  problems: ['invalid_range'],
  example: {
    body: {
      label: 'Marta, nutritionist',
      shows: ['meals', 'activity'],
      from: '2026-10-01',
      expires_in_days: 30,
    },
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
