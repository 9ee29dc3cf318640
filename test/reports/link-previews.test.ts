import { describe, expect } from '@jest/globals';
import { LINK_PREVIEWERS } from '../../services/reports/src/shared-report/link-previewers.ts';
import { meal } from '../rest/samples.ts';
import { call, newConnection } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { proves } from '../support/proves.ts';
import { revoke, share } from './share-link-calls.ts';

const PREVIEWS: Record<string, string>[] = [
  ...[
    'WhatsApp/2.24.20.89 A',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'TelegramBot (like TwitterBot)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'WhatsApp',
    'whatsapp/2',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)) Chrome/56.0 Safari/537.36',
    ...LINK_PREVIEWERS.map(({ agent }) => `Mozilla/5.0 (compatible; ${agent})`),
  ].map((agent) => ({ 'user-agent': agent })),
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'prefetch;anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-moz': 'prefetch' },
];

/** Browsers within applications: a person reads. */
const IN_APPLICATIONS = [
  'Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0 Mobile Safari/537.36 MetaIAB Facebook',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]',
  'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36 Instagram 400.0',
  'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0 Mobile Safari/537.36 Telegram-Android/11.1',
];

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

const fetchPage = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    headers: { accept: 'text/html', 'accept-language': 'en', ...headers },
  });
  return { status: response.status, html: await response.text(), headers: response.headers };
};

describe('a preview of a shared report', () => {
  proves(
    ['C3.preview', 'H17'],
    'has the title of the page, nothing of the records, and is no view',
    async () => {
      const { token } = await newConnection();
      await call('POST', '/meals', { token, body: { ...meal, description: 'PRIVATE-WORD' } });
      const { id, url } = await share(token);
      const views = async () =>
        (await call('GET', '/share-links', { token })).body.share_links[0].view_count as number;
      const page = await fetchPage(url);
      expect(page.html).toContain('PRIVATE-WORD');
      await eventually(async () => (await views()) === 1, 'the view to be counted');
      for (const headers of PREVIEWS) {
        const preview = await fetchPage(url, headers);
        expect([headers, preview.status, titleOf(preview.html)]).toEqual([headers, 200, titleOf(page.html)]);
        expect(preview.html).not.toMatch(/PRIVATE-WORD|kcal/);
        expect(preview.headers.get('cache-control')).toBe('no-store');
      }
      // Views are counted a moment later, so that one more tells that none of those before was.
      for (const agent of IN_APPLICATIONS)
        expect((await fetchPage(url, { 'user-agent': agent })).html).toContain('PRIVATE-WORD');
      const read = 1 + IN_APPLICATIONS.length;
      await eventually(async () => (await views()) >= read, 'the views to be counted');
      expect(await views()).toBe(read);
      await revoke(token, id);
      expect((await fetchPage(url, PREVIEWS[0])).status).toBe(410);
    },
  );
});
