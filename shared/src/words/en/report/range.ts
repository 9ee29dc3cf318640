/** The ways from a report to other days, and to a comparison. */
export const range = {
  otherDays: 'Other days',
  aDay: 'Go to a day',
  from: 'From',
  to: 'To',
  show: 'Show',
  compare: 'Compare with the days before',
  withoutComparison: 'Without comparison',
  compared: (period: string) => `Beside it, the same number of days before: ${period}.`,
  csv: 'Days as a CSV file',
  refused: {
    invalid_range: () => 'The days that were asked for end before they begin. These are others.',
    range_too_long: (days: number) => `A report has at most ${days}\u00a0days. These are others.`,
  },
};

export type RangeWords = typeof range;
