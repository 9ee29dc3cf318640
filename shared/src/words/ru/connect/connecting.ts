import type { ConnectingWords } from '../../en/connect/connecting.ts';

export const connecting: ConnectingWords = {
  name: 'Он называет себя',
  quoted: (name) => ['«', name, '»'],
  nameNote: 'Это имя он выбрал сам. Кто за ним стоит, мы сказать не можем.',
};
