/** What each scope lets an assistant do, as a phrase that ends a list's item. */
export const scopes = {
  'records:read':
    'read the meals, activity, sleep and wellbeing notes of all your diaries, in your own words, and see your account with its e-mail address and the list of connected assistants',
  'records:write':
    'add and delete meals, activity, sleep and wellbeing notes in all your diaries, and create further diaries in your account',
  'reports:read': 'read the daily, weekly and monthly reports of all your diaries',
  'share:manage':
    'create links to your reports that anybody who has them can open, list them and withdraw them',
};

export type ScopeWords = typeof scopes;
