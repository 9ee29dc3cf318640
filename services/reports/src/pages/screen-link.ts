import { type Html, html } from 'shared/pages/html.ts';

/** A link on screens, text on paper: a PDF keeps what a link leads to, and with it the secret of a shared report. */
export const screenLink = (address: string, text: string): Html =>
  html`<span class="on-screen"><a href="${address}">${text}</a></span><span class="on-paper">${text}</span>`;
