/**
 * What opens a door for a while and is had again for one mail, or stands for such a door. After a restore people sign in again,
 * and OAuth clients ask again: their refresh tokens have moved on since, and an old one would be as good as new
 * (docs/decisions/backup.md).
 */
export const LEFT_OUT = ['sessions', 'sign_in_links', 'connection_requests', 'oauth_artifacts'];
