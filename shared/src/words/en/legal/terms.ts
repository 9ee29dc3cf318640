/** `/terms` */
export const terms = {
  title: 'Terms of use',
  lead: 'In short: the diary keeps what your assistant records for you, and you decide who may write, who may read, and when it ends.',
  sections: {
    service: {
      heading: 'What the service is',
      paragraphs: [
        'It records, organises and shares what you tell your own assistant about meals, activity, sleep and wellbeing. It is meant for people who keep such a diary for themselves or together with a nutritionist or trainer.',
        'Your account is identified by your e-mail address. There is no password.',
      ],
    },
    advice: {
      heading: 'No advice',
      paragraphs: [
        'The service gives no medical, dietary or exercise advice, and makes no estimates, recommendations or judgements of its own. Nobody may present what it shows as such advice. For questions about your health, ask somebody who is qualified to answer them.',
      ],
    },
    estimates: {
      heading: 'Where the figures come from',
      paragraphs: [
        'Amounts and nutrients are estimated by your assistant, whichever it is. They can be wrong. The service adds up what it receives and shows which assistant and model each record came from.',
      ],
    },
    consent: {
      heading: 'Your consent',
      paragraphs: [
        'What you record says something about your health. It is kept only because you consent to it when you approve a connection or begin a diary; the date and the version of these terms are noted with your account.',
        'You can withdraw your consent at any time: disconnect your assistants, or delete your account with everything in it on your account page. Disconnecting stops new records; what is stored goes when you delete it, or your account. What was done before stays lawful.',
      ],
    },
    assistants: {
      heading: 'Assistants that you connect',
      paragraphs: [
        'An assistant can do what you approved and nothing else. It cannot delete your account. You can disconnect it at any time, and a connection that is not used for 180\u00a0days ends by itself.',
        'Your assistant is provided by somebody else, under their own terms. What you tell it reaches them first.',
      ],
    },
    links: {
      heading: 'Links that you share',
      paragraphs: [
        'Whoever has a link to a report can open it, without an account. You can withdraw a link at any time, and set an end date when you make it. Share it only with those who should see it.',
      ],
    },
    use: {
      heading: 'Fair use',
      paragraphs: [
        'Record only what concerns you, or somebody who has agreed to it. Do not try to reach what belongs to others or to disrupt the service. There are limits on the number of calls, so that there is room for everybody; connections that harm others may be ended.',
      ],
    },
    availability: {
      heading: 'Availability and liability',
      paragraphs: [
        'We take care that the service runs and that nothing is lost, but it can be interrupted and promises no particular result. The rights that the law gives you as a consumer are not limited by these terms.',
        'If the service were to end, this page would say so in good time, and you could take your records with you.',
      ],
    },
    changes: {
      heading: 'Changes',
      paragraphs: [
        'If these terms change, this page says so with a new date, and the next approval asks for your consent to the new version. No change widens an earlier consent.',
      ],
    },
  },
};

export type TermsWords = typeof terms;
