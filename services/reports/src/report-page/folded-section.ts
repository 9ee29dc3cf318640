import { type Html, html } from 'shared/pages/figures/html.ts';

type FoldedSection = {
  id: string;
  title: string;
  body: Html;
  isOpen?: boolean;
  /** A class of its own for the style sheet. */
  look?: string;
};

/**
 * A section that opens by its heading, and wherever a link leads to its `id`. Where a screen is wide, and on paper, the style sheet
 * shows what it holds: a shared page has no script.
 */
export const foldedSection = ({ id, title, body, isOpen, look }: FoldedSection): Html =>
  html`<details class="section${look && html` ${look}`}"${isOpen && html` open`}><summary><h2>${title}</h2></summary>
<div class="unfolded" id="${id}">
${body}
</div></details>
`;
