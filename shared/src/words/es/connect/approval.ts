import { MINUTES } from '../../../contract/minutes.ts';
import type { ApprovalWords } from '../../en/connect/approval.ts';

export const approval: ApprovalWords = {
  title: '¿Conectar un asistente a tu diario?',
  lead: 'Alguien lo ha pedido con tu dirección de correo. Si has sido tú, compara los datos de abajo. Si no, rechaza la solicitud.',
  diary: 'El diario de',
  begins: 'Aún no hay ningún diario con esta dirección: al aprobar se empieza uno.',
  moved:
    'Una cuenta con esta dirección se ha cambiado a otra. Si es tuya, rechaza la solicitud y empieza de nuevo con la otra.',
  tail: 'El identificador de la solicitud termina en',
  tailNote:
    'Tu asistente debería decirte estos mismos cuatro caracteres. Si no lo ha hecho, rechaza la solicitud.',
  site: {
    leadsTo: 'Lleva de vuelta a',
    note: 'Allí continuarás, en el navegador donde empezaste. Si no venías de ahí, rechaza la solicitud.',
  },
  app: {
    leadsTo: 'Lleva de vuelta a',
    name: 'una aplicación del dispositivo donde empezaste',
    note: 'Allí continuarás. Si no empezaste en una aplicación de ese dispositivo, rechaza la solicitud.',
  },
  asked: 'Solicitado',
  justNow: 'ahora mismo',
  network: 'Desde la red',
  networkNote:
    'Una parte de la dirección de internet de la que vino la solicitud. Un asistente en la web muestra la de su proveedor, no la tuya.',
  browserNetworkNote: 'Una parte de la dirección de internet del navegador donde empezó esto.',
  permits: 'Si lo apruebas, podrá',
  limits: 'No puede borrar tu cuenta, y puedes desconectarlo cuando quieras.',
  decision: 'Tu decisión',
  number: 'El número de dos cifras de la página donde empezaste',
  numberNote: 'Solo lo muestra esa página. Si te han dado un número en otro sitio, rechaza la solicitud.',
  errors: {
    form: 'No hemos podido comprobar que esto viniera de esta página. No se ha decidido nada; elige otra vez.',
    terms:
      'Para aprobar, primero acepta las condiciones y da tu consentimiento. Para rechazar no hace falta.',
    no_number: 'Escribe el número que muestra la página donde empezaste.',
    wrong_number: 'Ese no es el número de la página donde empezaste. Compruébalo.',
    last_number:
      'Ese no es el número de la página donde empezaste. Compruébalo. Otro número equivocado termina esta solicitud.',
  },
  replace: 'Desconectar los asistentes con este nombre que ya están conectados',
  replaceNote: 'Por ejemplo, si este ha perdido su conexión. Lo que anotaron se queda.',
  approve: 'Aprobar',
  deny: 'Rechazar: no he sido yo',
  decline: {
    title: '¿Rechazar esta solicitud?',
    lead: 'Aún no se ha decidido nada. Si la rechazas, la solicitud termina y no se conecta nada.',
    confirm: 'Rechazar esta solicitud',
    back: 'Volver a la solicitud',
  },
  zoneUnknown: 'Tu navegador indica una zona horaria que no conocemos, así que tu diario está en UTC.',
  chooseZone: 'Elegir su zona horaria',
  outcomes: {
    approved: [
      'Aprobado',
      'Ahora vuelve a donde empezaste, a tu asistente o a la página que abrió: desde allí todo sigue solo. Puedes cerrar esta página.',
    ],
    denied: [
      'Solicitud rechazada',
      'No se ha conectado nada. Si no has sido tú, no hace falta hacer nada más: alguien conocía tu dirección y no ha pasado de ahí.',
    ],
    wrong_number: [
      'Ese no era el número',
      'Se ha dado tres veces un número equivocado, así que esta solicitud ha terminado y no se ha conectado nada. Si todavía quieres conectarte, empieza otra vez desde tu asistente.',
    ],
    already_approved: [
      'Ya habías aprobado esta solicitud',
      'El enlace ya ha cumplido su función y no cambia nada más. Puedes volver con tu asistente.',
    ],
    already_denied: [
      'Ya habías rechazado esta solicitud',
      'El enlace ya ha cumplido su función y no cambia nada más. No se conectó nada.',
    ],
    already_wrong_number: [
      'Se dio tres veces un número equivocado',
      'Por eso esta solicitud ha terminado y no se ha conectado nada. Si todavía quieres conectarte, empieza otra vez desde tu asistente.',
    ],
    expired: [
      'Este enlace ha caducado',
      `Los enlaces funcionan durante ${MINUTES.connect}\u00a0minutos, o hasta que empieces de nuevo con otra dirección. No se ha conectado nada. Si todavía quieres conectarte, pide a tu asistente que te envíe otro.`,
    ],
    unknown: [
      'Este enlace no funciona',
      'Quizá esté incompleto: los enlaces largos a veces se cortan en un correo. Cópialo entero, o pide a tu asistente que te envíe otro.',
    ],
  },
};
