import type { Requirement } from '../requirements.ts';

const C = (id: string, text: string): Requirement => ({ id: `C${id}`, text, source: 'contract' });
const F = (id: string, text: string): Requirement => ({ id: `F.${id}`, text, source: 'hardening, faults' });

export const pages: Requirement[] = [
  C(
    '4.mail',
    'The mail: text and HTML in the language asked for, one link, client, scopes, expiry, four characters.',
  ),
  C('4.mail_verdict', '202 if the mail server accepted the mail, else 502; the wait ends after 8 s.'),
  C(
    '4.mail_sealed',
    'Nothing of a mail lies open in the queue or stays there, and none of it reaches a log.',
  ),
  C(
    '4.approval_form',
    'The form: csrf, terms, two buttons named decision; 400 with the form again without terms.',
  ),
  C('8.languages', "Pages are in en, es and ru: the request's language, else the browser's, else English."),
  C('8.without_script', 'Everything on the pages works without JavaScript.'),
  C('8.accessible', 'Pages work by keyboard and screen reader, on a phone, in the dark, and are printable.'),
  C('8.no_third_party', 'Pages ask nothing of another host.'),
  C('8.public_pages', 'The landing page, the terms and the privacy notice are published.'),
  C('8.page_errors', 'Errors on page addresses are pages for people, with the id of the request.'),
  F(
    'mailer_killed',
    'A mailer killed while it sends: a mail may go twice, with the same link; none is lost.',
  ),
  F('smtp', 'SMTP down, slow, 4xx, 5xx: 502, or 202 with the mail really accepted; never both.'),
];
