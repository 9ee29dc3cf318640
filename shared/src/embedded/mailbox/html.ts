/** Markup that is safe to send. */
export type Html = { markup: string };

type Value = string | Html | Html[];

/** A template of markup in which every plain string is escaped. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return Array.isArray(value) ? value.map(markupOf).join('') : value.markup;
}
