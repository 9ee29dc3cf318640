import { isVisible, type Language } from 'shared/contract/fields.ts';
import { formatCount, formatDay } from 'shared/pages/figures/format.ts';
import { type Html, html, namesInARow } from 'shared/pages/figures/html.ts';
import { measureLabel } from 'shared/pages/figures/measure-label.ts';
import { csrfField } from 'shared/pages/form/field.ts';
import type { SignedIn } from 'shared/pages/shell/navigation.ts';
import type { Page } from 'shared/pages/shell/page.ts';
import type { AnyRecord } from 'shared/records/any-record.ts';
import { round } from 'shared/records/totals.ts';
import { wordsIn } from 'shared/words/words.ts';

type Fact = readonly [label: string, value: Html | string | number | null | false];

type DeleteRecordPageOptions = {
  language: Language;
  signedIn: SignedIn;
  found: AnyRecord;
  /** The name of the diary that it is in, where the account has several. */
  diary: string | undefined;
  /** What the address of the report asks for that the person came from. */
  query: Readonly<Record<string, string>>;
};

/** The question before a record is deleted, with what there is to recognise it by. */
export const deleteRecordPage = ({
  language,
  signedIn,
  found,
  diary,
  query,
}: DeleteRecordPageOptions): Page => {
  const words = wordsIn(language).deleteRecord;
  const title = words.titles[found.kind];
  const report = `/report?${new URLSearchParams({ ...query, language })}`;
  const all: Fact[] = [
    [words.diary, diary !== undefined && html`<bdi>${diary}</bdi>`],
    ...factsOf(language, found),
  ];
  const facts = all.filter(([, value]) => value !== null && value !== false);
  return {
    language,
    title,
    signedIn,
    query,
    main: html`<h1>${title}</h1>
<p class="lead">${words.lead}</p>
<dl class="facts narrow">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${typeof value === 'number' ? formatCount(language, value) : value}</dd></div>\n`)}</dl>
<form method="post">${csrfField(signedIn.csrf)}
<div class="actions"><button type="submit" class="removes">${words.confirm}</button><a class="button secondary" href="${report}">${words.keep}</a></div>
</form>`,
  };
};

/** What is known of a record; null and false stand for what it leaves out. */
const factsOf = (language: Language, found: AnyRecord): Fact[] => {
  const words = wordsIn(language).deleteRecord;
  const { day, client_name } = found.record;
  const sentBy: Fact = [words.sentBy, html`<bdi>${client_name}</bdi>`];
  const date = formatDay(language, day);
  if (found.kind === 'meal') {
    const { clock_time, items, description, sums } = found.record;
    return [
      [words.day, `${date}, ${clock_time}`],
      [words.foods, namesInARow(items.map(({ name }) => name))],
      [words.words, description !== null && isVisible(description) && spoken(description)],
      [measureLabel(language, 'kcal'), Math.round(round(sums.kcal))],
      sentBy,
    ];
  }
  if (found.kind === 'activity') {
    const { steps, exercise_minutes, workouts } = found.record;
    return [
      [words.day, date],
      [measureLabel(language, 'steps'), steps],
      [measureLabel(language, 'exercise_minutes'), exercise_minutes],
      [words.workouts, workouts.length > 0 && namesInARow(workouts.map(({ type }) => type))],
      sentBy,
    ];
  }
  if (found.kind === 'sleep') {
    const { bedtime, wake_time, asleep_minutes } = found.record;
    return [
      [words.day, date],
      [words.bedtime, bedtime],
      [words.wake_time, wake_time],
      [measureLabel(language, 'asleep_minutes'), asleep_minutes],
      sentBy,
    ];
  }
  const { clock_time, text } = found.record;
  return [[words.day, `${date}, ${clock_time}`], [words.words, spoken(text)], sentBy];
};

const spoken = (text: string): Html => html`<p class="words" dir="auto">${text}</p>`;
