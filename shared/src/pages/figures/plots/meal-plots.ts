import { scaleLinear } from 'd3-scale';
import type { MealType } from '../../../contract/operations/meals.ts';
import { clockOf, hourOf } from '../../../records/clock.ts';
import { type Html, html } from '../html.ts';
import type { Locale } from '../locale.ts';
import { columnScale, columnTicks, type DayColumn, gaps, middle } from './columns.ts';
import { at, drawPlot, FRAME, gapEntry, gridLines, type LegendEntry, swatch, valueLines } from './plot.ts';

/** What is drawn of a meal. */
type ClockedMeal = { clock_time: string; meal_type: MealType; totals: { kcal: number } };
type MealDay = { meal_count: number; meals: readonly ClockedMeal[] };

/** What a plot is where another of its kind stands beside it: `most` is the largest energy of a meal in both. */
export type Beside = { id: string; title: string; most: number };

/** The largest energy of a meal; 0 where there is none. */
export const mostEnergy = (meals: readonly ClockedMeal[]): number =>
  Math.max(0, ...meals.map(({ totals }) => totals.kcal));

const HOURS = [0, 6, 12, 18, 24];
const clockLabel = (hour: number): string => (hour === 24 ? '24:00' : clockOf(hour));

/** When meals were eaten: days from left to right, each from midnight to midnight downwards. */
export const mealTimesPlot = (
  locale: Locale,
  columns: readonly DayColumn<MealDay>[],
  period: string,
  beside?: Beside,
): Html => {
  const { words } = locale;
  const meals = columns.flatMap(({ pageDay }) => pageDay.meals);
  if (meals.length === 0) return html``;
  const { id, title, most } = beside ?? {
    id: 'meal-times',
    title: words.plots.meals,
    most: mostEnergy(meals),
  };
  const x = columnScale(columns);
  const y = scaleLinear([0, 24], [FRAME.top, FRAME.bottom]);
  const radius = radiusScale(most, Math.min(9, x.bandwidth() * 0.6));
  const missing = columns.filter(({ pageDay, upcoming }) => pageDay.meal_count === 0 && !upcoming);
  const circles = columns.flatMap(({ key, name, pageDay }) =>
    pageDay.meals.map(
      (meal) =>
        html`<circle class="${shapeOf(meal)}" cx="${at(middle(x, key))}" cy="${at(y(hourOf(meal.clock_time)))}" r="${at(radius(meal.totals.kcal))}"><title>${name}, ${written(locale, meal)}</title></circle>`,
    ),
  );
  return drawPlot(locale, {
    id,
    title,
    unit: words.plotUnits.clock,
    description: `${period}; ${words.circleSize}`,
    drawing: html`${gridLines(HOURS.map((hour) => ({ y: y(hour), label: clockLabel(hour) })))}
${gaps(x, id, missing)}
<g>${circles}</g>
${columnTicks(x, columns)}`,
    legend: [
      ...mealLegend(locale, meals),
      {
        mark: swatch(
          html`<circle class="dot" cx="2" cy="9" r="2"/><circle class="dot" cx="8" cy="6" r="4"/>`,
        ),
        text: words.circleSize,
      },
      ...(missing.length > 0 ? [gapEntry(locale, id)] : []),
    ],
    table: {
      head: [words.dayColumn, words.meals],
      rows: columns
        .filter(({ pageDay, upcoming }) => !upcoming || pageDay.meal_count > 0)
        .map(({ name, pageDay }) => [
          name,
          pageDay.meals.map((meal) => written(locale, meal)).join('\n') ||
            (pageDay.meal_count > 0 ? '–' : words.noRecord),
        ]),
    },
  });
};

/** The meals of one day: the clock from left to right, energy upwards. */
export const mealClockPlot = (
  locale: Locale,
  { meals }: Pick<MealDay, 'meals'>,
  period: string,
  beside?: Beside,
): Html => {
  const { words } = locale;
  if (meals.length === 0) return html``;
  const { id, title, most } = beside ?? {
    id: 'meal-times',
    title: words.plots.meals,
    most: mostEnergy(meals),
  };
  const x = scaleLinear([0, 24], [FRAME.left + 6, FRAME.right - 14]);
  const y = scaleLinear([0, most || 1], [FRAME.bottom, FRAME.top + 8]).nice(4);
  const stems = meals.map((meal) => {
    const left = at(x(hourOf(meal.clock_time)));
    const top = y(meal.totals.kcal);
    return html`<g><title>${written(locale, meal)}</title><path class="stem" d="M${left} ${FRAME.bottom}V${at(top)}"/><circle class="${shapeOf(meal)}" cx="${left}" cy="${at(top)}" r="4.5"/></g>`;
  });
  return drawPlot(locale, {
    id,
    title,
    unit: locale.unit('kcal'),
    description: period,
    drawing: html`${valueLines(locale, y)}
${stems}
<g class="axis">${HOURS.map((hour) => html`<text x="${at(x(hour))}" y="${FRAME.bottom + 20}" text-anchor="middle">${clockLabel(hour)}</text>`)}</g>`,
    legend: mealLegend(locale, meals),
    table: {
      head: [words.mealColumn, locale.names.kcal],
      rows: meals.map((meal) => [mealName(locale, meal), locale.measure('kcal', meal.totals.kcal)]),
    },
  });
};

/** A circle's radius, so that its area speaks of the energy. */
const radiusScale =
  (most: number, largest: number) =>
  (kcal: number): number =>
    Math.max(2, largest * Math.sqrt(kcal / (most || 1)));

const shapeOf = ({ meal_type }: ClockedMeal): string =>
  meal_type === 'snack' || meal_type === 'other' ? 'ring' : 'dot';

/** A meal's time and kind: `13:05 Lunch`. */
export const mealName = ({ words }: Locale, { clock_time, meal_type }: ClockedMeal): string =>
  `${clock_time} ${words.mealTypes[meal_type]}`;

const written = (locale: Locale, meal: ClockedMeal): string =>
  `${mealName(locale, meal)} ${locale.measure('kcal', meal.totals.kcal)}`;

const mealLegend = ({ words }: Locale, meals: readonly ClockedMeal[]): LegendEntry[] => {
  const shapes = new Set(meals.map(shapeOf));
  return [
    { shape: 'dot', text: words.mainMeal },
    { shape: 'ring', text: words.otherMeal },
  ]
    .filter(({ shape }) => shapes.has(shape))
    .map(({ shape, text }) => ({
      mark: swatch(html`<circle class="${shape}" cx="6" cy="6" r="4.5"/>`),
      text,
    }));
};
