import { MINUTES } from '../../../contract/minutes.ts';
import type { OauthSignInWords } from '../../en/connect/oauth-sign-in.ts';

export const oauthSignIn: OauthSignInWords = {
  title: 'Conectar un asistente a tu diario',
  lead: 'Te enviamos un enlace a tu correo. No se conecta nada hasta que lo abras y digas que sí.',
  leadsTo: 'Después sigues en',
  leadsToApp: 'Después sigues en',
  app: 'una aplicación de este dispositivo',
  emailNote: 'Si todavía no tienes un diario, se creará uno cuando apruebes la solicitud.',
  send: 'Enviarme el enlace',
  checkTitle: 'Mira tu correo',
  checkLead: (email) => [
    'Hemos enviado un enlace a ',
    email,
    '. Ábrelo en este dispositivo o en cualquier otro y aprueba allí la solicitud.',
  ],
  number: 'Tu número',
  numberNote: 'Te lo pedirá la página que abre el enlace.',
  goesOn: 'Deja esta página abierta: sigue sola en cuanto lo hayas aprobado.',
  goOn: 'Ya lo he aprobado: seguir',
  noMail: `¿No llega el correo después de unos minutos? Mira en el correo no deseado. El enlace funciona durante ${MINUTES.connect}\u00a0minutos, y solo cuenta la última dirección que hayas dado.`,
  again: 'Enviarlo otra vez, o a otra dirección',
  backToNumber: 'Volver a mi número',
  expiredTitle: `Han pasado los ${MINUTES.connect}\u00a0minutos`,
  expiredLead:
    'Nadie lo aprobó a tiempo, así que no se ha conectado nada. Pide aquí un enlace nuevo, o vuelve a tu asistente y empieza de nuevo.',
  overTitle: 'Este acceso ya no es válido',
  overLead:
    'Ha estado abierto demasiado tiempo, o empezó en otro navegador. Aquí no se ha conectado nada. Vuelve a tu asistente y conéctalo otra vez.',
  refusedTitle: 'No podemos seguir con esto',
  refusedLead:
    'La solicitud que ha enviado tu asistente no es válida, así que no podemos llevarte de vuelta. No se ha conectado nada, y no es culpa tuya. A quien hace el asistente le sirve esto:',
  unknownClient: 'Si este asistente ya estuvo conectado, quita allí la conexión y añádela otra vez.',
};
