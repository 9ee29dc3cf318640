import { type Html, html } from 'shared/pages/figures/html.ts';

/** A button that the view acts on by its name; its id lets it keep the focus when the card is drawn again. */
export const button = (
  act: string,
  label: string,
  data: Record<string, string> = {},
  look: 'secondary' | 'removes' = 'secondary',
): Html => {
  const marks = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  const id = [act, ...Object.values(data)].join('-').replaceAll('.', '_');
  return html`<button type="button" class="${look}" id="${id}" data-act="${act}"${marks}>${label}</button>`;
};
