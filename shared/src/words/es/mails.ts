import type { MailWords } from '../en/mails.ts';

export const mails: MailWords = {
  approval: {
    subject: (name) => `Solicitud para conectarse a tu diario: «${name}»`,
    asks: (name) =>
      `Hola: un asistente que se hace llamar «${name}» pide conectarse al diario que pertenece a esta dirección.`,
    permits: 'Si lo apruebas, podrá:',
    tail: 'Tu asistente debería decirte estos mismos cuatro caracteres:',
    number: 'Se te pedirá el número de dos cifras de la página donde empezaste.',
    link: 'Leer la solicitud y decidir',
    expires: (minutes, time) =>
      `El enlace funciona durante ${minutes} (hora límite: ${time}). Abrirlo todavía no conecta nada.`,
    stranger:
      '¿No has sido tú? Rechaza la solicitud en la página que abre el enlace, o no hagas nada: no se conectará nada.',
    about:
      'Diary guarda lo que cuentas a tu propio asistente sobre comida, actividad, sueño y cómo te sientes.',
  },
  signIn: {
    subject: 'Tu enlace para entrar en tu diario',
    asks: 'Hola: aquí tienes el enlace para entrar en tu diario.',
    link: 'Entrar',
    expires: (minutes, time) => `Funciona una sola vez, durante ${minutes} (hora límite: ${time}).`,
    stranger: '¿No has sido tú? No hagas nada: sin este enlace no entra nadie.',
  },
  move: {
    subject: 'Otra dirección para tu diario',
    asks: 'Hola: con este enlace tu diario pasa a tener esta dirección. Ábrelo en el navegador donde lo pediste.',
    link: 'Usar esta dirección',
    expires: (minutes, time) =>
      `Funciona una sola vez, durante ${minutes} (hora límite: ${time}). Abrirlo todavía no cambia nada.`,
    taken:
      'Hola: alguien ha pedido usar esta dirección para otro diario. Ya tiene uno, así que no cambia nada.',
    signIn: 'Entrar en el diario de esta dirección',
    stranger: '¿No has sido tú? No hagas nada: nada cambiará.',
  },
};
