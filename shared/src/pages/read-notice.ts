/** Which of a page's `notices` its address (`?notice=`) asks for: what was done a moment ago. Another word is no notice. */
export const readNotice = <Notice extends string>(
  notices: Readonly<Record<Notice, unknown>>,
  asked: unknown,
): Notice | undefined =>
  typeof asked === 'string' && Object.hasOwn(notices, asked) ? (asked as Notice) : undefined;
