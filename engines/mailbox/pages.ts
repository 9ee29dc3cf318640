import { type Html, html } from 'shared/pages/figures/html.ts';
import type { KeptMail } from './mail-store.ts';

const listedMails = 200;

/** The newest mails, newest first, and a field that keeps those to one address. */
export const listPage = (mails: KeptMail[], to: string): string => {
  const rows = mails.slice(0, listedMails).map(
    (mail) => html`
      <tr>
        <td><a href="/messages/${mail.id}">${mail.subject || '(no subject)'}</a></td>
        <td>${mail.to.join(', ')}</td>
        <td>${shownDate(mail)}</td>
      </tr>`,
  );
  const table = html`
    <p>${rows.length < mails.length ? `The newest ${listedMails} of ${mails.length} mails:` : ''}</p>
    <table>
      <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Received</th></tr></thead>
      <tbody>${rows}</tbody>
    </table>`;
  return page(
    'Mailbox',
    html`
    <h1>Mailbox</h1>
    <p>Mail from this set of services stays here; it never leaves this machine.</p>
    <form>
      <label for="to">To</label>
      <input id="to" name="to" value="${to}" placeholder="any address">
      <button>Show</button>
    </form>
    ${mails.length > 0 ? table : html`<p>No mail yet.</p>`}`,
  );
};

/** One mail: its headers, its text, and its HTML part as the mail program would show it. */
export const mailPage = (mail: KeptMail): string => {
  const frame = html`
    <h2>HTML part</h2>
    <iframe title="The HTML part of the mail" src="/messages/${mail.id}/html"
      sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  return page(
    mail.subject || '(no subject)',
    html`
    <p><a href="/">All mails</a></p>
    <h1>${mail.subject || '(no subject)'}</h1>
    <dl>
      <dt>From</dt><dd>${mail.from}</dd>
      <dt>To</dt><dd>${mail.to.join(', ')}</dd>
      <dt>Received</dt><dd>${shownDate(mail)}</dd>
    </dl>
    <pre>${linked(mail.text)}</pre>
    ${mail.html ? frame : ''}`,
  );
};

/** The HTML part for its sandboxed frame, in which no link may take the place of the mail. */
export const htmlPart = (mail: KeptMail): string => `${mail.html}<base target="_blank">`;

export const styleSheet = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid #8884; }
td { overflow-wrap: anywhere; }
td:last-child { white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8884; }
iframe { box-sizing: border-box; width: 100%; height: 40rem; border: 1px solid #8884; background: #fff; }
input, button { font: inherit; padding: .5rem .75rem; max-width: 100%; }
@media (max-width: 40rem) {
  thead { display: none; }
  tr { display: block; padding-block: .6rem; border-bottom: 1px solid #8884; }
  td { display: block; padding: 0; border: 0; }
}
`;

const page = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <link rel="stylesheet" href="/mailbox.css">
  </head>
  <body><main>${body}</main></body>
</html>`.markup;

const shownDate = ({ date }: KeptMail): Html =>
  html`<time datetime="${date}">${date.slice(0, 19).replace('T', ' ')} UTC</time>`;

const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`));
