import type { HostContext } from './host.ts';

/** What a host may say of its look, and which token of the site it stands in for; colours come all together or not at all. */
const COLOURS = {
  '--color-background-primary': '--surface',
  '--color-text-primary': '--ink',
  '--color-text-secondary': '--muted',
  '--color-border-secondary': '--line',
} as const;
const SANS = '--font-sans';

/** A rule for dark screens, and under which other conditions it holds. */
type DarkRule = { rule: CSSMediaRule; otherwise: string };

const DARK = /\(prefers-color-scheme: dark\)/;

const darkRules: DarkRule[] = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule && DARK.test(rule.media.mediaText))
  .map((rule) => ({ rule: rule as CSSMediaRule, otherwise: (rule as CSSMediaRule).media.mediaText }));

/** Has the styles of dark screens hold where the host says that it is dark, whatever the browser prefers. */
const setTheme = (theme: HostContext['theme']): void => {
  document.documentElement.style.colorScheme = theme ?? '';
  for (const { rule, otherwise } of darkRules) {
    const asHost = theme === 'dark' ? 'all' : 'not all';
    rule.media.mediaText = theme ? asHost : otherwise;
  }
};

/**
 * Takes on the host's theme, its colours where it names all that are needed, and the name of its font: files of fonts are never
 * loaded, for a card asks nobody for anything (`C15.no_requests`).
 */
export const takeOn = ({ theme, styles, containerDimensions }: HostContext): void => {
  setTheme(theme);
  const { style } = document.documentElement;
  const variables = styles?.variables ?? {};
  const given = (name: string, property: string): boolean => CSS.supports(property, variables[name] ?? '');
  const hasColours = Object.keys(COLOURS).every((name) => given(name, 'color'));
  for (const [name, token] of Object.entries(COLOURS))
    style.setProperty(token, hasColours ? (variables[name] ?? '') : '');
  style.setProperty('--paper', hasColours ? 'var(--surface)' : '');
  style.setProperty('--sans', given(SANS, 'font-family') ? (variables[SANS] ?? '') : '');
  // A frame of a fixed height scrolls within itself.
  style.height = containerDimensions?.height ? '100%' : '';
};
