import type { RangeWords } from '../../en/report/range.ts';

export const range: RangeWords = {
  otherDays: 'Другие дни',
  aDay: 'Перейти к дню',
  from: 'С',
  to: 'По',
  show: 'Показать',
  compare: 'Сравнить с днями перед ними',
  withoutComparison: 'Без сравнения',
  compared: (period) => `Рядом столько же дней перед ними (${period}).`,
  csv: 'Дни в файле CSV',
  refused: {
    invalid_range: () => 'Запрошенные дни кончаются раньше, чем начинаются. Показаны другие.',
    range_too_long: (days) => `В отчёте не больше ${days}\u00a0дней. Показаны другие.`,
  },
};
