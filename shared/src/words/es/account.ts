import { LIMITS } from '../../contract/limits.ts';
import { MINUTES } from '../../contract/minutes.ts';
import type { AccountWords } from '../en/account.ts';
import { form } from './form.ts';

export const account: AccountWords = {
  title: 'Tu cuenta',
  who: (email) => `Has entrado como ${email}.`,
  otherAddress: 'Otra dirección de correo',
  otherAddressText:
    'Para usar otra, escríbenos e indica el identificador de la cuenta: tu asistente te lo puede decir, y está en lo que descargas.',
  notices: {
    disconnected: form.assistants.disconnected,
    session_ended: 'Se ha cerrado la sesión en ese navegador.',
    sessions_ended: 'Se ha cerrado la sesión en todos los demás navegadores.',
    language_saved: 'Guardado.',
    sign_in_again: `No se ha borrado nada: hace falta haber entrado en los últimos ${MINUTES.recentSignIn}\u00a0minutos.`,
    wrong_address: 'No se ha borrado nada: esa no era la dirección de esta cuenta.',
  },
  assistants: 'Asistentes conectados',
  sessions: 'Sesiones abiertas',
  thisBrowser: 'este navegador',
  unknownBrowser: 'Navegador desconocido',
  signedInSince: 'Desde',
  lastUsed: 'Último uso',
  network: 'Red',
  networkNote: 'La red es una parte de la dirección de internet desde la que entró el navegador.',
  endSession: 'Cerrar esa sesión',
  endOthers: 'Cerrar todas las demás',
  endAll: 'Cerrar todas las sesiones',
  calls: 'Qué han hecho tus asistentes',
  callsText: (zone) =>
    `Qué hizo cada asistente y cuándo, sin el contenido. Se guarda ${LIMITS.callLogDays}\u00a0días. Las horas son las de ${zone}.`,
  longLog: (newest) =>
    `Los recuentos de arriba y la elección de un asistente abarcan solo las últimas ${newest}\u00a0acciones.`,
  noCalls: `Nada en los últimos ${LIMITS.callLogDays}\u00a0días.`,
  application: 'Asistente',
  everyApplication: 'Todos',
  show: 'Mostrar',
  when: 'Cuándo',
  called: 'Acción y asistente',
  outcome: 'Resultado',
  older: 'Anteriores',
  newest: 'Volver a las más recientes',
  done: 'Hecho',
  notPermitted: 'No permitido',
  notFound: 'No encontrado',
  notValid: 'No válido',
  noAnswer: 'Sin respuesta',
  failed: 'Falló por nuestra parte',
  language: 'Idioma',
  languageText: 'Páginas y correos',
  save: 'Guardar',
  deletion: 'Borrar la cuenta',
  deletionText:
    'Desaparece todo: tus diarios con todos los registros y objetivos, los enlaces compartidos, los asistentes conectados, el historial de lo que hicieron y la propia cuenta. El acceso se cierra de inmediato, el resto desaparece en unos minutos y nada lo recupera.',
  download: (link) => ['Antes puedes ', link, '.'],
  downloadLink: 'descargarlo todo',
  signInAgain: 'Para esto, entra otra vez. Te enviamos un enlace que te trae de vuelta a esta página.',
  sendLink: 'Enviarme un enlace',
  confirm: (email) => `Para confirmar, escribe tu dirección: ${email}`,
  delete: 'Borrarlo todo',
};
