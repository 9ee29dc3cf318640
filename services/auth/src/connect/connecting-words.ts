import type { Language } from 'shared/contract/fields.ts';
import { type Html, html } from 'shared/pages/figures/html.ts';

const en = {
  name: 'It calls itself',
  quoted: (name: string): Html => html`“<bdi>${name}</bdi>”`,
  nameNote: 'It chose this name itself. We cannot tell you who is behind it.',
};

const es: typeof en = {
  name: 'Se hace llamar',
  quoted: (name) => html`«<bdi>${name}</bdi>»`,
  nameNote: 'El nombre lo ha elegido él. No podemos decirte quién está detrás.',
};

const ru: typeof en = {
  name: 'Он называет себя',
  quoted: (name) => html`«<bdi>${name}</bdi>»`,
  nameNote: 'Это имя он выбрал сам. Кто за ним стоит, мы сказать не можем.',
};

/** What every page says on which a person connects an assistant. */
export const CONNECTING_WORDS: Record<Language, typeof en> = { en, es, ru };
