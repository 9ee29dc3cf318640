import type { RangeWords } from '../../en/report/range.ts';

export const range: RangeWords = {
  otherDays: 'Otros días',
  aDay: 'Ir a un día',
  from: 'Desde',
  to: 'Hasta',
  show: 'Mostrar',
  compare: 'Comparar con los días anteriores',
  withoutComparison: 'Sin comparación',
  compared: (period) => `Al lado, los mismos días anteriores: ${period}.`,
  csv: 'Los días como archivo CSV',
  refused: {
    invalid_range: () => 'Los días que se pidieron terminan antes de empezar. Estos son otros.',
    range_too_long: (days) => `Un informe tiene como máximo ${days}\u00a0días. Estos son otros.`,
  },
};
