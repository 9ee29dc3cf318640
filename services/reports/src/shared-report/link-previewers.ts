const CRAWLERS = 'https://github.com/monperrus/crawler-user-agents/blob/master/crawler-user-agents.json';

/**
 * What fetches a link on its own, before anybody opens it, to show a preview of it (`C3.preview`): a word of its `User-Agent`, and
 * who says so.
 */
export const LINK_PREVIEWERS: readonly { agent: string; source: string }[] = [
  // Signal names itself so, too.
  { agent: 'WhatsApp/', source: 'https://github.com/flyerhq/flutter_link_previewer/pull/43' },
  // The messages of iOS and macOS name themselves Facebook's and Twitter's.
  {
    agent: 'facebookexternalhit/',
    source: 'https://developers.facebook.com/docs/sharing/webmasters/crawler/',
  },
  { agent: 'Facebot', source: 'https://developers.facebook.com/docs/sharing/best-practices#crawl' },
  {
    agent: 'Twitterbot/',
    source:
      'https://developer.twitter.com/en/docs/tweets/optimize-with-cards/guides/getting-started#crawling',
  },
  { agent: 'Slackbot', source: 'https://api.slack.com/robots' },
  { agent: 'Slack-ImgProxy', source: 'https://api.slack.com/robots' },
  { agent: 'TelegramBot', source: CRAWLERS },
  { agent: 'Discordbot/', source: CRAWLERS },
  { agent: 'LinkedInBot/', source: CRAWLERS },
  { agent: 'SkypeUriPreview', source: CRAWLERS },
  { agent: 'Mastodon/', source: CRAWLERS },
  { agent: 'Synapse (bot;', source: 'https://github.com/matrix-org/synapse' },
  { agent: 'vkShare', source: 'https://vk.com/dev/Share' },
];
