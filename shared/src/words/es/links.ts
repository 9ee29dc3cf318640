import { LIMITS } from '../../contract/limits.ts';
import type { LinksWords } from '../en/links.ts';

export const links: LinksWords = {
  title: 'Enlaces compartidos',
  lead: 'Quien tiene un enlace puede leer los informes que hay detrás, también los pasados, sin cuenta. Ve todo lo registrado: comidas, actividad, sueño, tus notas con tus propias palabras y tus objetivos, y los modelos que hicieron las estimaciones. No ve tu dirección de correo ni tus asistentes; si eliges un diario, tampoco los demás. Cada informe lleva por título el nombre del diario.',
  create: 'Crear un enlace',
  profile: 'Qué muestra',
  allProfiles: 'Todos los diarios, también los que vengan',
  begun: (number, moment) => `n.º\u00a0${number}, creado: ${moment}`,
  noProfile: 'un diario que se ha borrado; el enlace no muestra nada',
  days: 'Días hasta que termine',
  daysHint: `De 1 a ${LIMITS.shareLinkDays}. Si queda vacío, vale hasta que lo retires.`,
  daysError: `Escribe un número entero de 1 a ${LIMITS.shareLinkDays}, o déjalo vacío.`,
  profileError: 'Este diario ya no existe. Elige otro.',
  full: `Hay sitio para ${LIMITS.shareLinksPerAccount} enlaces activos y ya los tienes todos. Comparte uno de ellos o retira antes alguno.`,
  createButton: 'Crear enlace',
  active: 'Enlaces activos',
  none: 'No hay ninguno.',
  address: 'Dirección',
  noAddress: 'Funciona, pero ya no se puede mostrar: se guardó con una clave que ha dejado de usarse.',
  created: 'Creado',
  ends: 'Termina',
  until: (moment) => moment,
  never: 'cuando lo retires',
  views: 'Visitas',
  lastView: (moment) => `la última, ${moment}`,
  revoke: 'Retirar',
  notices: {
    created: 'El enlace está listo. Da su dirección solo a quien deba leerlo.',
    revoked: 'El enlace se ha retirado. Quien lo abra ahora no verá nada.',
  },
};
