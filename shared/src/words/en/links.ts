import { LIMITS } from '../../contract/limits.ts';

/** `/account/links` */
export const links = {
  title: 'Shared links',
  lead: 'Whoever has a link can read the reports behind it, past ones too, without an account. They see everything recorded: meals, activity, sleep, your notes in your own words, and your targets, with the models that estimated the figures. They see neither your e-mail address nor your assistants; if you choose one diary, they see no other. Each report is headed with its diary’s name.',
  create: 'Create a link',
  profile: 'What it shows',
  allProfiles: 'Every diary, including new ones',
  begun: (number: number, moment: string) => `no.\u00a0${number}, created ${moment}`,
  noProfile: 'a deleted diary; the link shows nothing',
  days: 'Days until it ends',
  daysHint: `From 1 to ${LIMITS.shareLinkDays}. If empty, it works until you withdraw it.`,
  daysError: `Enter a whole number from 1 to ${LIMITS.shareLinkDays}, or leave it empty.`,
  profileError: 'This diary is no longer there. Choose another.',
  full: `You have reached the limit of ${LIMITS.shareLinksPerAccount} active links. Share one of them, or withdraw one first.`,
  createButton: 'Create link',
  active: 'Active links',
  none: 'There are none.',
  address: 'Address',
  noAddress: 'It works, but can no longer be shown: it was kept with a key that is no longer in use.',
  created: 'Created',
  ends: 'Ends',
  until: (moment: string) => moment,
  never: 'when you withdraw it',
  views: 'Views',
  lastView: (moment: string) => `last ${moment}`,
  revoke: 'Withdraw',
  notices: {
    created: 'The link is ready. Give its address only to those who should read it.',
    revoked: 'The link is withdrawn. Whoever opens it now sees nothing.',
  },
};

export type LinksWords = typeof links;
