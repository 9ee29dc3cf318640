/** `/privacy` */
export const privacy = {
  title: 'Privacy notice',
  lead: 'In short: we keep what is needed for your diary, in the European Union, for as long as you want it. We sell nothing, show no advertising and track nobody.',
  sections: {
    stored: {
      heading: 'What is stored',
      paragraphs: [
        'Your account: e-mail address, language, time zone, when it began, and which version of the terms you consented to and when; and your diaries, with their names and time zones.',
        'Your records: meals with their items, activity, sleep, wellbeing notes, your own targets, and with each record the assistant and the model that it came from.',
        'Your connections: the name that each assistant gave itself, what you allowed it, when it was connected and last used, and, where it renews its access by itself, from which network it last did; and the links to reports that you made, with how often and when last they were opened, and the reports of others that you keep among your clients, with the names that you gave them: whoever shares such a report sees your address. Secrets are kept only as hashes or encrypted.',
        'The browsers in which you are signed in: what kind they are, from which network you signed in and when, and when they were last used.',
      ],
    },
    purpose: {
      heading: 'What for, and on what basis',
      paragraphs: [
        'Only to run your diary: to record, add up, report and share as you ask. Records about your health are kept with your explicit consent (GDPR, Article 9(2)(a)); your account and its protection rest on the terms that you accepted and on our interest in a safe service (Article 6(1)(b) and (f)).',
        'Nothing is used for advertising, profiling or training models, and nothing is sold.',
      ],
    },
    where: {
      heading: 'Where',
      paragraphs: ['Records received through the interface are kept in the European Union.'],
    },
    readers: {
      heading: 'Who can read it',
      paragraphs: [
        'You; the assistants that you connected, within what you allowed; whoever has a link to a report that you made; and those who run the service for the operator, where they must in order to keep it working. The mail provider that carries our e-mails sees your address and the e-mail.',
        'What your assistant does with what it reads is its provider’s responsibility.',
      ],
    },
    times: {
      heading: 'For how long',
      paragraphs: [
        'Records stay until you or your assistant delete them or your account is deleted; then everything goes within minutes. A connection that is not used for 180\u00a0days ends, a session in a browser after 30\u00a0days without use. A report link that has ended is remembered for up to a year, so that its address can say so.',
        'A request to connect, with the address, the assistant’s name and the network that it came from, is kept for about a day after it ends, and so is a request to sign in, with the address. So that a repeated call does nothing twice, an encrypted copy of the answer to a call, with the record in it, is kept for 24\u00a0hours, even if the record is deleted before. Counters that limit calls by network or address go after an hour. A file that you import is kept encrypted until you have decided on it, for a day at most.',
        'Backups that the operator makes hold a copy until newer ones replace them, for at most 400\u00a0days. For as long, the hash of a random number is kept of what was deleted or ended (an account, a diary, a connection, a link), so that a restored backup leaves it out; single records deleted since the backup come back with it. The database’s own change log, which only keeps the service running, holds traces until newer changes overwrite them.',
      ],
    },
    logs: {
      heading: 'What is logged',
      paragraphs: [
        'The call log notes which assistant called which function, when, in which way and with what outcome, without any content. You can see it, and its entries go after 90\u00a0days.',
        'Technical logs hold the number, kind, duration and outcome of a request, so that faults can be found. They hold no content, no e-mail address, no token and no link, and go after 30\u00a0days at most.',
      ],
    },
    pages: {
      heading: 'These pages',
      paragraphs: [
        'They load nothing from anybody else and do not track you. A cookie is set only to sign you in and to keep you signed in; your browser keeps it for at most 400\u00a0days.',
        'We send e-mail only for requests to connect and for links to sign in, without images or tracking.',
      ],
    },
    rights: {
      heading: 'Your rights',
      paragraphs: [
        'On your pages you can see your data, take all of it with you, and delete your account yourself. You can also have data corrected, restrict or object to its use, and withdraw your consent at any time: write to the address above. If you think that something is wrong, you can also turn to the data protection authority of your country.',
      ],
    },
  },
};

export type PrivacyWords = typeof privacy;
