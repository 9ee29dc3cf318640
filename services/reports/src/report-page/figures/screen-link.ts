import { type Html, html } from 'shared/pages/figures/html.ts';

/**
 * A link on screens, text on paper: a PDF keeps what a link leads to, and with it the secret of a shared report. The text is `hidden`
 * by itself, not by the style sheet, which a browser's reading view leaves out.
 */
export const screenLink = (address: string, text: string): Html =>
  html`<span class="on-screen"><a href="${address}">${text}</a></span><span class="on-paper" hidden>${text}</span>`;
