import type { ShellWords } from '../en/shell.ts';

export const shell: ShellWords = {
  skip: 'Ir al contenido',
  notYet: 'Todavía no',
  done: 'Hecho',
  terms: 'Condiciones',
  privacy: 'Privacidad',
  language: 'Idioma',
  navigation: {
    yourPages: 'Tus páginas',
    '/report': 'Informe',
    '/account/profiles': 'Diarios',
    '/account/links': 'Enlaces',
    '/clients': 'Clientes',
    '/account/download': 'Descarga',
    '/account': 'Cuenta',
    signOut: 'Cerrar sesión',
  },
  home: 'Ir a la página de inicio',
  contact: 'Nuestra dirección está en el aviso de privacidad',
};
