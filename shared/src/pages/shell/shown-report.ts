import type { Request } from 'express';

/** Which report the person came from, as the address says it; `/report` passes over what makes no sense. */
export const shownReport = ({ query }: Pick<Request, 'query'>): Record<string, string> =>
  Object.fromEntries(
    ['period', 'day', 'from', 'to', 'compare', 'profile'].flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
