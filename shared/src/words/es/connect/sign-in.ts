import { LIMITS } from '../../../contract/limits.ts';
import { MINUTES } from '../../../contract/minutes.ts';
import type { SignInWords } from '../../en/connect/sign-in.ts';

export const signIn: SignInWords = {
  title: 'Entrar',
  signedOut: 'Para ver tus páginas, entra primero.',
  lead: 'Te enviamos un enlace a tu correo. No hay contraseña.',
  send: 'Enviarme el enlace',
  sent: 'Mira tu correo',
  sentText: `Un enlace para entrar va de camino a la dirección que has indicado. Funciona una sola vez, durante ${MINUTES.signInLink}\u00a0minutos.`,
  sentHelp:
    'El primer correo puede tardar unos minutos. ¿No hay nada? Mira en el correo no deseado. Si quizá escribiste mal la dirección, envía el enlace otra vez.',
  number: 'Tu número',
  numberNote: 'Si abres el enlace en otro navegador o en otro dispositivo, la página te lo pedirá allí.',
  goesOn: 'Puedes dejar abierta esta página: si allí lo eliges así, entra y sigue sola.',
  otherBrowser:
    'Pediste entrar en otro navegador o en otro dispositivo. Puedes entrar aquí, o allí, donde la página que espera sigue sola.',
  numberLabel: 'El número de dos cifras de la página donde lo pediste',
  numberHint:
    'Solo lo muestra esa página. Si no lo has pedido, o alguien te ha dicho un número, cierra esta página: no ha pasado nada.',
  numberErrors: {
    no_number: 'Escribe el número que muestra la página donde lo pediste.',
    wrong_number: 'Ese no es el número de la página donde lo pediste. Míralo otra vez.',
    last_number:
      'Ese no es el número de la página donde lo pediste. Míralo otra vez. Con otro número equivocado, este enlace dejará de servir.',
  },
  here: 'Entrar aquí',
  there: 'Entrar donde lo pedí',
  thereTitle: 'Ya has entrado donde lo pediste',
  thereText: 'Vuelve a aquella página: sigue sola. Puedes cerrar esta.',
  lostMailbox:
    '¿Ya no tienes ese correo? Escríbenos e indica el identificador de tu cuenta: tu asistente te lo puede decir.',
  again: 'Enviarlo otra vez, o a otra dirección',
  confirm: '¿Entrar en tu diario?',
  confirmText: (email) => `Vas a entrar como ${email} en este navegador.`,
  begin: 'Aún no hay ningún diario con esta dirección',
  beginText: (email) =>
    `Aquí puedes empezar uno para ${email}. Estará vacío hasta que conectes un asistente.`,
  beginDiary: 'Empezar un diario',
  otherAddress: 'Usar otra dirección',
  moved: 'Una cuenta con esta dirección se ha cambiado a otra. Si es tuya, entra con la otra.',
  move: {
    title: '¿Usar esta dirección para tu diario?',
    text: (email) =>
      `Desde entonces entrarás como ${email}. Los asistentes, las sesiones y los enlaces compartidos se conservan.`,
    confirm: 'Usar esta dirección',
    formError:
      'No hemos podido comprobar que esto viniera de esta página. Todavía no ha cambiado nada; pulsa el botón otra vez.',
    signInFirst: {
      title: 'Abre este enlace donde tengas la sesión abierta',
      text: 'Es de una cuenta en la que no has entrado en este navegador. Ábrelo en el navegador donde lo pediste, o entra aquí con la dirección actual y vuelve a abrirlo.',
    },
    over: {
      title: 'Este enlace ya no funciona',
      text: `Funciona una sola vez, durante ${MINUTES.addressLink}\u00a0minutos. Puedes pedir otro en la página de tu cuenta.`,
    },
    taken: {
      title: 'Esta dirección no se puede usar',
      text: 'Ya tiene un diario propio. Tu cuenta queda como está.',
    },
    tooOften: {
      title: 'La dirección ha cambiado demasiadas veces',
      text: `Una cuenta puede cambiar de dirección ${LIMITS.addressChanges} veces en ${LIMITS.addressChangeDays}\u00a0días. Tu cuenta queda como está.`,
    },
  },
  formError:
    'No hemos podido comprobar que esto viniera de esta página. Todavía no has entrado; pulsa el botón otra vez.',
  termsError: 'Para empezar un diario, primero acepta las condiciones y da tu consentimiento.',
  toReport: 'ir a tu informe',
  deadLinks: {
    used: {
      title: 'Este enlace ya se ha usado',
      text: 'Cada enlace sirve una sola vez. Si has pulsado dos veces, puede que ya estés dentro:',
    },
    wrong_number: {
      title: 'Se dio tres veces un número equivocado',
      text: 'Por eso este enlace ya no sirve para entrar. Si has sido tú, deja que te enviemos otro.',
    },
    expired: {
      title: 'Este enlace ha caducado',
      text: `Un enlace para entrar funciona durante ${MINUTES.signInLink}\u00a0minutos. Deja que te enviemos otro.`,
    },
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Quizá esté incompleto: los enlaces largos a veces se cortan en un correo. Cópialo entero, o deja que te enviemos otro.',
    },
  },
};
