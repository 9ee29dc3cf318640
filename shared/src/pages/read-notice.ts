/** Which of a page's `notices` its address (`?notice=`) asks for: what was done a moment ago. Another word is no notice. */
export const readNotice = <Notice extends string>(
  notices: Readonly<Record<Notice, unknown>>,
  requested: unknown,
): Notice | undefined =>
  typeof requested === 'string' && Object.hasOwn(notices, requested) ? (requested as Notice) : undefined;
