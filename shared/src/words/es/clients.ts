import { LIMITS } from '../../contract/limits.ts';
import type { ClientsWords } from '../en/clients.ts';

export const clients: ClientsWords = {
  title: 'Mis clientes',
  lately: (some, all) => `Han registrado algo desde ayer: ${some} de ${all}.`,
  none: 'Aún no guardas ningún informe.',
  howToKeep:
    'Cuando alguien te envíe un enlace a su informe, ábrelo con la sesión iniciada y pulsa «Guardar entre mis clientes» al final. Todo lo que guardes aparece en una tabla en esta página.',
  find: 'Buscar por nombre',
  findButton: 'Buscar',
  all: 'Mostrar todos',
  noneFound: 'Ningún nombre contiene eso.',
  keys: 'Cada encabezado ordena por su columna. Cada nombre lleva al informe. Allí, las teclas de acceso n y p llevan al cliente siguiente y al anterior.',
  caption:
    'Medias diarias de los últimos 7\u00a0días y, debajo, de los 7 anteriores; días de los últimos 7 con registros.',
  name: 'Nombre',
  lastRecord: 'Último registro',
  cameIn: 'Llegó',
  days: 'Días de 7',
  change: 'Cambiar',
  noRecord: 'sin registro',
  notShared: 'no compartido',
  before: 'antes:',
  ended: 'Este enlace se ha retirado o ha caducado.',
  unread: 'Ahora no se pueden leer los datos. Inténtalo de nuevo dentro de un rato.',
  noAddress: 'La dirección se guardó con una clave que ya no se usa. Pide el enlace otra vez.',
  nameError: 'Escribe un nombre de 80 caracteres como máximo, con al menos uno visible.',
  rename: 'Cambiar el nombre',
  remove: 'Quitar',
  notices: {
    renamed: 'El nombre se ha cambiado.',
    removed: 'El informe ya no está entre tus clientes. Si aún tienes el enlace, puedes guardarlo de nuevo.',
  },
  keep: 'Guardar entre mis clientes',
  keepHeading: 'Guardar este informe',
  nameForYou: 'Nombre, solo para ti',
  keepHint: 'Quien comparte el informe ve que lo guardas, y tu dirección de correo.',
  full: `Guardas ${LIMITS.keptLinks} informes y no caben más. Quita antes alguno.`,
  keepNotices: { kept: 'El informe está entre tus clientes.' },
  keptAs: 'Lo llamas',
  previous: 'Cliente anterior',
  next: 'Cliente siguiente',
};
