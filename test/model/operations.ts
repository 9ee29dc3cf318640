/* The operations that the random histories use: method, path, tool, and what the tool takes besides. */

const OPERATION = {
  log_meal: ['POST', '/meals', 'log_meal'],
  update_meal: ['PATCH', '/meals/{id}', 'update_meal'],
  copy_meal: ['POST', '/meals/{id}/copies', 'copy_meal'],
  delete_meal: ['DELETE', '/meals/{id}', 'delete_record', { kind: 'meal' }],
  add_wellbeing_note: ['POST', '/wellbeing', 'add_wellbeing_note'],
  update_wellbeing_note: ['PATCH', '/wellbeing/{id}', 'update_wellbeing_note'],
  delete_wellbeing_note: ['DELETE', '/wellbeing/{id}', 'delete_record', { kind: 'wellbeing' }],
  set_activity: ['PUT', '/days/{day}/activity', 'set_activity'],
  update_activity: ['PATCH', '/days/{day}/activity', 'set_activity', { merge: true }],
  delete_activity: ['DELETE', '/activity/{id}', 'delete_record', { kind: 'activity' }],
  set_sleep: ['PUT', '/days/{day}/sleep', 'set_sleep'],
  update_sleep: ['PATCH', '/days/{day}/sleep', 'set_sleep', { merge: true }],
  delete_sleep: ['DELETE', '/sleep/{id}', 'delete_record', { kind: 'sleep' }],
  restore_record: ['POST', '/records/{id}/restore', 'restore_record'],
  create_profile: ['POST', '/profiles', 'create_profile'],
  create_share_link: ['POST', '/share-links', 'create_share_link'],
  revoke_share_link: ['DELETE', '/share-links/{id}', 'revoke_share_link'],
  list_meals: ['GET', '/meals', 'list_meals'],
  get_day: ['GET', '/days/{day}', 'get_day'],
  list_days: ['GET', '/days', 'list_days'],
  get_record: ['GET', '/records/{id}'],
  list_changes: ['GET', '/changes', 'list_changes'],
  find_foods: ['GET', '/foods', 'find_foods'],
  get_period: ['GET', '/reports/{period}', 'get_report'],
  get_range: ['GET', '/reports', 'get_report'],
  list_profiles: ['GET', '/profiles', 'list_profiles'],
  list_share_links: ['GET', '/share-links', 'list_share_links'],
  get_me: ['GET', '/me', 'whoami'],
} as const;

export type OperationName = keyof typeof OPERATION;
type Operation = readonly [method: string, path: string, tool?: string, more?: object];

/** How an operation is called over either channel; `input` is what it is given besides its path, flattened for the tool. */
export const addressOf = (op: OperationName, params: Record<string, string>) => {
  const [method, path, tool, more]: Operation = OPERATION[op];
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '')),
    tool: tool ? { name: tool, args: { ...more, ...params } } : undefined,
  };
};
