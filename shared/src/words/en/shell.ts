/** Around every page. */
export const shell = {
  skip: 'Skip to the content',
  notYet: 'Not yet',
  done: 'Done',
  terms: 'Terms',
  privacy: 'Privacy',
  language: 'Language',
  navigation: {
    yourPages: 'Your pages',
    '/report': 'Report',
    '/account/profiles': 'Diaries',
    '/account/links': 'Shared links',
    '/clients': 'Clients',
    '/account/download': 'Download',
    '/account': 'Account',
    signOut: 'Sign out',
  },
  home: 'To the start page',
  contact: 'Our address is in the privacy notice',
};

export type ShellWords = typeof shell;
