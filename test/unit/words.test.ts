import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { language } from 'shared/contract/fields.ts';
import { DEFAULT_LANGUAGE } from 'shared/contract/languages.ts';
import { wordsIn } from 'shared/words/words.ts';

/** A text, or one that is made of what it is given, as text or as parts. */
type Text = string | ((...given: string[]) => string | readonly string[]);
type Leaf = { path: readonly string[]; text: Text };

/** The forms of a word that is counted: each language has its own of them (Unicode plural rules). */
const isPlural = (words: unknown): words is { other: string } =>
  typeof Object(words).other === 'string' && typeof Object(words).one === 'string';

const leavesOf = (words: unknown, path: readonly string[] = []): Leaf[] =>
  typeof words === 'string' || typeof words === 'function' || isPlural(words)
    ? [{ path, text: isPlural(words) ? words.other : (words as Text) }]
    : Object.entries(words as object).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));

/** What a text that takes values is given here. */
const GIVEN = ['⟦1⟧', '⟦2⟧', '⟦3⟧'];
const givenTo = (text: Text): string[] => (typeof text === 'string' ? [] : GIVEN.slice(0, text.length));
const written = (text: Text): string =>
  typeof text === 'string' ? text : [text(...givenTo(text))].flat().join('');

const english = leavesOf(wordsIn(DEFAULT_LANGUAGE));
const dotted = ({ path }: Leaf): string => path.join('.');

describe.each(language.options)('the words in %s', (each) => {
  const leaves = leavesOf(wordsIn(each));

  test('are those of English, at every depth', () => {
    expect(leaves.map(dotted).sort()).toEqual(english.map(dotted).sort());
  });

  test('are never empty, and say all that they are given', () => {
    const lacking = leaves.filter(({ text }) => {
      const all = written(text);
      return all.trim() === '' || givenTo(text).some((value) => !all.includes(value));
    });
    expect(lacking.map(dotted)).toEqual([]);
  });

  test('are translated', () => {
    const inEnglish = new Map(english.map((leaf) => [dotted(leaf), written(leaf.text)]));
    const untranslated = leaves
      .filter((leaf) => each !== DEFAULT_LANGUAGE && written(leaf.text) === inEnglish.get(dotted(leaf)))
      .filter(({ text }) => written(text).split(/\s+/).length > 3)
      .map(dotted);
    expect(untranslated).toEqual([]);
  });

  test('keep a number and its unit on one line', () => {
    const units =
      'days?|minutes?|hours?|GiB|días?|minutos?|horas?|день|дня|дней|минуты?|минут|часа?|часов|ГиБ';
    const breakable = new RegExp(`\\d (?:${units})(?!\\p{L})`, 'u');
    expect('in 30 days').toMatch(breakable);
    expect(leaves.filter(({ text }) => breakable.test(written(text))).map(dotted)).toEqual([]);
  });

  test('name the one day of an import once', () => {
    expect(wordsIn(each).importing.daysFrom('⟦1⟧', '⟦1⟧').match(/⟦1⟧/g)).toHaveLength(1);
  });

  test('call a thing by one word', () => {
    // What is borrado in Spanish, and an аккаунт, a перенос and a ссылка на отчёт in Russian.
    const others = { en: /\bmend it\b/, es: /\belimin/i, ru: /учётн|импорт|общи[ея] ссылк/i }[each];
    expect(leaves.filter(({ text }) => others.test(written(text))).map(dotted)).toEqual([]);
  });
});

test('Russian words have no full stop after a day, which ends with one: 2026 г.', () => {
  const doubled = leavesOf(wordsIn('ru')).filter(({ text }) => /\{days?\}\./.test(String(text)));
  expect(doubled.map(dotted)).toEqual([]);
});

describe('every word', () => {
  const ROOT = new URL('../../', import.meta.url).pathname;
  const sources = globSync('{services/*,shared}/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !language.options.some((each) => file.startsWith(`shared/src/words/${each}/`)))
    .map((file) => readFileSync(ROOT + file, 'utf8'));

  const product = sources.join('\n');
  const names = (pattern: string): boolean => new RegExp(pattern).test(product);

  /** Why nothing can show the word at the end of a path; undefined where something names it. */
  const whyUnused = (path: readonly string[]): string | undefined => {
    for (const [depth, key] of path.entries()) {
      const parent = path[depth - 1] ?? '';
      // As a member, in a destructuring, or in quotation marks; or all of its table is shown; or it is an entry of a tuple.
      if (names(`[.{,]\\s*${key}\\b|'${key}'|Object\\.(?:entries|values)\\((?:\\w+\\.)*${parent}\\)`))
        continue;
      if (/^\d$/.test(key)) continue;
      // A table is asked by a name that stands elsewhere: the id of an operation, a scope, the status of an answer, a measure.
      if (names(`\\b(?:${parent}|words)\\[`) && names(`\\b${key}: |: ${key}\\b`)) continue;
      return `nothing names ${path.slice(0, depth + 1).join('.')}`;
    }
    return undefined;
  };

  test('is used by the product', () => {
    expect(whyUnused(['landing', 'namedByNobody'])).toBe('nothing names landing.namedByNobody');
    expect(english.map(({ path }) => whyUnused(path)).filter((why) => why !== undefined)).toEqual([]);
  });
});
