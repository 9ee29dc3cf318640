import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from 'shared/contract/languages.ts';
import { cardWordsIn } from 'shared/words/card-words.ts';

const CARDS = 'services/mcp/src/cards';
/** In this order: the pages' own, then what only a card has. */
const STYLES = [
  'shared/src/pages/assets/style.css',
  'shared/src/pages/assets/report.css',
  `${CARDS}/frame/frame.css`,
];

/**
 * Makes the views of the cards (`C15.views`), each one HTML document that asks for nothing from outside: `NAME.html` in the folder.
 * Its `data-site` is filled in by the service, which alone knows its address.
 * @throws Error where a source is wrong, or esbuild is not installed
 */
export const buildViews = async (projectRoot: string, folder: string): Promise<void> => {
  const views = globSync(`${CARDS}/*/view.ts`, { cwd: projectRoot });
  if (views.length === 0) return;
  const { build, stop, transform } = await import('esbuild');
  const bundle = async (view: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(projectRoot, view)],
      bundle: true,
      minify: true,
      legalComments: 'none',
      charset: 'utf8',
      format: 'iife',
      platform: 'browser',
      target: ['chrome117', 'firefox128', 'safari17.4'],
      write: false,
    });
    return outputFiles.map(({ text }) => text).join('');
  };
  try {
    const styles = STYLES.map((path) => readFileSync(join(projectRoot, path), 'utf8')).join('\n');
    const css = await transform(styles, { loader: 'css', minify: true, legalComments: 'none' });
    await mkdir(folder, { recursive: true });
    for (const view of views)
      await writeFile(
        join(folder, `${basename(dirname(view))}.html`),
        document(css.code, await bundle(view)),
      );
  } finally {
    stop();
  }
};

/** What a card says until its script runs, which knows one language. */
const waiting = Object.keys(LANGUAGES)
  .map((language) => {
    const { waiting } = cardWordsIn(language as keyof typeof LANGUAGES).cards;
    return `<span lang="${language}">${waiting}</span>`;
  })
  .join('<br>');

const document = (css: string, script: string): string => `<!doctype html>
<html lang="en" data-site="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Diary</title>
<style>${css}</style>
</head>
<body>
<main><div id="shown"><p class="muted">${waiting}</p></div>
<p id="status" role="status"></p>
<div id="ways" class="actions"></div></main>
<script>${script}</script>
</body>
</html>
`;

// As the image does, which runs the services from their sources.
if (import.meta.main) {
  const projectRoot = fileURLToPath(new URL('..', import.meta.url));
  await buildViews(projectRoot, join(projectRoot, CARDS, 'views'));
}
