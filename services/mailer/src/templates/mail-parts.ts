import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';

/** A paragraph, a list, a few characters to compare, or the mail's one link. */
type Block = string | readonly string[] | { caption: string; code: string } | { label: string; link: string };

/** What a template says. */
export type MailContent = { subject: string; blocks: readonly Block[] };

/** A mail as it is sent: the same words as text and as HTML. */
export type MailParts = { language: Language; subject: string; text: string; html: string };

const blockAsText = (block: Block): string => {
  if (typeof block === 'string') return block;
  if ('code' in block) return `${block.caption}\n\n    ${block.code}`;
  if ('link' in block) return `${block.label}:\n${block.link}`;
  return block.map((item) => `- ${item}`).join('\n');
};

// Mail programs take no stylesheet. Text and background have no colour of their own, so that light and dark both work.
const FONT = "font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:8px;background:#1f5f57;color:#ffffff;font-weight:600;text-decoration:none';
const CODE =
  "font:600 24px/1.2 ui-monospace,Menlo,Consolas,'Liberation Mono',monospace;letter-spacing:0.12em;margin:0 0 20px";

const blockAsHtml = (block: Block): Html => {
  if (typeof block === 'string') return html`<p style="margin:0 0 16px">${block}</p>`;
  if ('code' in block)
    return html`<p style="margin:0 0 6px">${block.caption}</p><p style="${CODE}">${block.code}</p>`;
  if ('link' in block)
    return html`<p style="margin:24px 0"><a href="${block.link}" style="${BUTTON}">${block.label}</a></p>`;
  return html`<ul style="margin:0 0 16px;padding-left:22px">${block.map((item) => html`<li style="margin:0 0 6px">${item}</li>`)}</ul>`;
};

/** Both parts of a mail. No image, no tracking, nothing that is fetched. */
export const mailParts = (language: Language, { subject, blocks }: MailContent): MailParts => ({
  language,
  subject,
  text: `${blocks.map(blockAsText).join('\n\n')}\n`,
  html: html`<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${subject}</title></head>
<body style="margin:0;padding:28px 18px"><div style="max-width:34em;margin:0 auto;overflow-wrap:anywhere;${FONT}">${blocks.map(blockAsHtml)}</div></body>
</html>`.markup,
});
