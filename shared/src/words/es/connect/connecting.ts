import type { ConnectingWords } from '../../en/connect/connecting.ts';

export const connecting: ConnectingWords = {
  name: 'Se hace llamar',
  quoted: (name) => ['«', name, '»'],
  nameNote: 'El nombre lo ha elegido él. No podemos decirte quién está detrás.',
};
