/** Markup that is safe to send. Only `html` makes it, so that no stored value can pass for it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** What a template takes: text is escaped, lists are joined, and what is absent or false leaves nothing. */
type HtmlValue = string | number | Html | false | null | undefined | readonly HtmlValue[];

/** A template of markup in which every value is escaped for text and for quoted attributes. */
export const html = (parts: TemplateStringsArray, ...values: HtmlValue[]): Html => {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) markup += markupOf(value) + parts[index + 1];
  return new Html(markup);
};

const markupOf = (value: HtmlValue): string => {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(markupOf).join('');
  if (value === false || value === null || value === undefined) return '';
  return String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
};

/** Names in a row, each in its own reading direction. */
export const namesInARow = (names: readonly string[]): Html =>
  joined(
    names.map((name) => html`<bdi>${name}</bdi>`),
    ', ',
  );

/** Parts in a row, the separator between them. */
export const joined = (parts: readonly HtmlValue[], separator: HtmlValue): Html =>
  html`${parts.map((part, index) => html`${index > 0 && separator}${part}`)}`;
