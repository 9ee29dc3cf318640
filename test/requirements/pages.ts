export const PAGES = {
  // Mails and pages
  'C4.mail':
    'The mail: text and HTML in the language asked for, one link, client, scopes, expiry, four characters.',
  'C4.mail_verdict': '202 if the mail server accepted the mail, else 502; the wait ends after 8 s.',
  'C4.mail_sealed': 'Nothing of a mail lies open in the queue or stays there, and none of it reaches a log.',
  'C4.approval_form':
    'The form: csrf, terms, two buttons named decision; 400 with the form again without terms.',
  'C8.languages': "Pages are in en, es and ru: the request's language, else the browser's, else English.",
  'C8.without_script': 'Everything on the pages works without JavaScript.',
  'C8.accessible': 'Pages work by keyboard and screen reader, on a phone, in the dark, and are printable.',
  'C8.public_pages': 'The landing page, the terms and the privacy notice are published.',
  'C8.check':
    '/check says in words what a client sees of discovery, metadata, TLS, origin and clock, and what to do; it asks SITE_URL alone, once a minute at most.',
  'C8.page_errors': 'Errors on page addresses are pages for people, with the id of the request.',
  'F.mailer_killed': 'A mailer killed while it sends: a mail may go twice, with the same link; none is lost.',
  'F.smtp': 'SMTP down, slow, 4xx, 5xx: 502, or 202 with the mail really accepted; never both.',

  // Pages of reports
  'C8.report_figures':
    "The page shows the report's own figures, written as the reader's language writes them, and of how many days each is.",
  'C8.report_glance':
    'A week or a month begins with what was eaten, moved, slept and felt, on the first screen of a phone.',
  'C8.report_targets': "Figures stand beside the person's own targets, drawn alike whether reached or not.",
  'C8.report_plots': 'Each plot has a title, a text for screen readers and a table of the same figures.',
  'C8.report_folds':
    'On a phone the sections of a report fold, what one looks at each day first; its assistants are reached from the top.',
  'C8.report_gaps': 'Days without records are gaps, never zero; days to come are neither.',
  'C8.report_records':
    "Each meal shows its foods, the person's words, model and confidence; notes show did, felt and quote.",
  'C8.report_neutral': 'A report never judges, advises or recommends, in words, signs or colours.',
  'C8.report_print': 'Printed, a report has every record of every day and nothing that leads elsewhere.',
} as const;
