import { z } from 'zod';
import { name, timestamp } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';

export const profileInput = z.strictObject({
  name: name(60).meta({ description: 'What the person calls this diary.' }),
});

export const profile = z.object({
  id: z.string(),
  name: z.string(),
  is_default: z.boolean(),
  time_zone: z
    .string()
    .meta({ description: 'IANA name; decides what "today" is.', examples: ['Europe/Madrid'] }),
  created_at: timestamp,
});
export type Profile = z.infer<typeof profile>;

export const exampleProfile = {
  id: 'prof_019a2f6c-9000-7000-8000-000000000002',
  name: 'Ana',
  is_default: true,
  time_zone: 'Europe/Madrid',
  created_at: '2026-10-04T10:58:12Z',
};

export const listProfiles = operation({
  id: 'list_profiles',
  method: 'GET',
  path: '/profiles',
  owner: 'diary',
  access: 'records:read',
  summary: 'List the profiles of the account',
  status: 200,
  response: z.object({ profiles: z.array(profile) }),
  example: { response: { profiles: [exampleProfile] } },
});

export const createProfile = operation({
  id: 'create_profile',
  method: 'POST',
  path: '/profiles',
  owner: 'diary',
  access: 'records:write',
  summary: 'Create a profile',
  description: `Names need not be unique. An account holds at most ${LIMITS.profilesPerAccount} profiles.`,
  body: profileInput,
  status: 201,
  response: profile,
  problems: ['too_many_profiles'],
  example: {
    body: { name: 'Marathon training' },
    response: {
      ...exampleProfile,
      id: 'prof_019a2f6c-9000-7000-8000-000000000003',
      name: 'Marathon training',
      is_default: false,
    },
  },
});
