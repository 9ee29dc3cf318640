import type { ScopeWords } from '../en/scopes.ts';

export const scopes: ScopeWords = {
  'records:read':
    'leer las comidas, la actividad, el sueño y las notas de bienestar de todos tus diarios, con tus propias palabras, y ver tu cuenta con su dirección de correo y la lista de asistentes conectados',
  'records:write':
    'añadir y borrar comidas, actividad, sueño y notas de bienestar en todos tus diarios, y crear más diarios en tu cuenta',
  'reports:read': 'leer los informes del día, de la semana y del mes de todos tus diarios',
  'share:manage': 'crear enlaces a tus informes (quien tenga uno puede abrirlo), ver la lista y retirarlos',
};
