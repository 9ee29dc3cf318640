/** Who gathered what the makers of the others say of themselves. */
const CRAWLERS = 'https://github.com/monperrus/crawler-user-agents/blob/master/crawler-user-agents.json';
const GOOGLE = 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';
const MICROSOFT = 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0';
const SLACK = 'https://api.slack.com/robots';

/**
 * What fetches a link on its own, before anybody opens it, to show a preview of it (`C3.preview`): a word of its `User-Agent` in any letter
 * case, and who says so. No word that the browser within an application names itself by: a person reads there.
 */
export const LINK_PREVIEWERS: readonly { agent: string; source: string }[] = [
  // Signal names itself so, too; with a version or without.
  { agent: 'WhatsApp', source: 'https://github.com/flyerhq/flutter_link_previewer/pull/43' },
  // The messages of iOS and macOS name themselves Facebook's and Twitter's; LINE and KakaoTalk Facebook's.
  { agent: 'facebookexternalhit', source: META },
  { agent: 'meta-externalhit', source: META },
  { agent: 'meta-externalfetcher', source: META },
  { agent: 'Facebot', source: 'https://developers.facebook.com/docs/sharing/best-practices#crawl' },
  {
    agent: 'Twitterbot',
    source:
      'https://developer.twitter.com/en/docs/tweets/optimize-with-cards/guides/getting-started#crawling',
  },
  { agent: 'Slackbot', source: SLACK },
  { agent: 'Slack-ImgProxy', source: SLACK },
  // Chat, Messages and the pages that Google draws for them.
  { agent: 'Google-PageRenderer', source: GOOGLE },
  { agent: 'GoogleMessages', source: GOOGLE },
  { agent: 'Google Web Preview', source: CRAWLERS },
  // Teams, Outlook, Bing.
  { agent: 'SkypeUriPreview', source: CRAWLERS },
  { agent: 'MicrosoftPreview', source: MICROSOFT },
  { agent: 'BingPreview', source: MICROSOFT },
  { agent: 'TelegramBot', source: CRAWLERS },
  { agent: 'Discordbot', source: CRAWLERS },
  { agent: 'LinkedInBot', source: CRAWLERS },
  { agent: 'Snap URL Preview', source: CRAWLERS },
  { agent: 'SnapURLPreview', source: CRAWLERS },
  { agent: 'redditbot', source: CRAWLERS },
  { agent: 'Pinterestbot', source: CRAWLERS },
  { agent: 'BlueskyPreviewBot', source: CRAWLERS },
  { agent: 'GroupMeBot', source: CRAWLERS },
  { agent: 'KeybaseBot', source: CRAWLERS },
  { agent: 'Mattermost-Bot', source: CRAWLERS },
  { agent: 'DingTalkBot', source: CRAWLERS },
  { agent: 'Chatwork LinkPreview', source: CRAWLERS },
  { agent: 'Mastodon/', source: CRAWLERS },
  { agent: 'Synapse', source: CRAWLERS },
  { agent: 'SummalyBot', source: CRAWLERS },
  { agent: 'Discourse Forum Onebox', source: CRAWLERS },
  { agent: 'SteamChatURLLookup', source: CRAWLERS },
  { agent: 'vkShare', source: 'https://vk.com/dev/Share' },
  { agent: 'OdklBot', source: CRAWLERS },
  // They draw links for the pages and applications of others.
  { agent: 'Embedly', source: CRAWLERS },
  { agent: 'Iframely', source: 'https://iframely.com/docs/about' },
  { agent: 'EvernoteRichLinkBot', source: CRAWLERS },
  { agent: 'ClickUpLinkUnfurler', source: CRAWLERS },
  { agent: 'Yahoo Link Preview', source: 'https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html' },
];
