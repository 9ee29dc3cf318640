import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { browserName } from '../../services/auth/src/sign-in/browser-name.ts';

const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const AGENTS = {
  'Firefox, Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Chrome, Windows': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/140.0.0.0 Safari/537.36`,
  'Microsoft Edge, Android': `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`,
  'Samsung Internet for Android': `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  'Safari, macOS':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
};

test('a browser is called what people call it', () => {
  for (const [name, agent] of Object.entries(AGENTS))
    expect([agent, browserName(agent)]).toEqual([agent, name]);
  for (const agent of [undefined, '', 'curl/8.5.0', 'Mozilla/5.0'])
    expect([agent, browserName(agent)]).toEqual([agent, null]);
});

test('no word of a browser that nobody knows is shown', () => {
  expect(browserName('Some words/1.0 (whatever) else')).toBeNull();
  const agent = fc
    .tuple(fc.string(), fc.string(), fc.string())
    .map(([name, where, rest]) => `q${name}/1.0 (${where}) ${rest}`);
  fc.assert(fc.property(agent, (text) => expect(browserName(text) ?? '').not.toContain('q')));
});
