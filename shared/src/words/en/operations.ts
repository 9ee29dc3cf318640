/** What each operation and tool does, by its id. */
export const operations = {
  whoami: 'Look up the account',
  list_tokens: 'List the connected assistants',
  revoke_current_token: 'Disconnect itself',
  list_profiles: 'List the diaries',
  create_profile: 'Add a diary',
  log_meal: 'Record a meal',
  list_meals: 'Read the meals of a day',
  delete_meal: 'Delete a meal',
  find_foods: 'Find foods from before',
  get_day: 'Read a day',
  list_days: 'Read several days',
  set_activity: 'Record a day’s activity',
  delete_activity: 'Delete a day’s activity',
  set_sleep: 'Record a night’s sleep',
  delete_sleep: 'Delete a night’s sleep',
  add_wellbeing_note: 'Record a wellbeing note',
  delete_wellbeing_note: 'Delete a wellbeing note',
  delete_record: 'Delete a record',
  get_report: 'Read a report',
  get_report_of_range: 'Read a report of any days',
  list_share_links: 'List the shared links',
  create_share_link: 'Create a shared link',
  revoke_share_link: 'Withdraw a shared link',
};

export type OperationWords = typeof operations;
