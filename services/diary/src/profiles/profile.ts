import type { Profile } from 'shared/contract/operations/profiles.ts';
import type { ProfileDocument } from 'shared/records/documents.ts';

/** A stored profile as it is shown. */
export const presentProfile = (profile: ProfileDocument): Profile => ({
  id: profile._id,
  name: profile.name,
  is_default: profile.is_default,
  time_zone: profile.time_zone,
  created_at: profile.created_at.toISOString(),
});
