import type { ErrorWords } from '../en/errors.ts';

export const errors: ErrorWords = {
  statuses: {
    400: [
      'Eso no ha funcionado',
      'Algo en la dirección o en el formulario no era como debía. Vuelve atrás e inténtalo otra vez.',
    ],
    401: ['Tu sesión ha terminado', 'No se ha cambiado nada. Entra otra vez y repite lo que hiciste.'],
    403: [
      'No se ha podido aceptar este formulario',
      'No venía de una de nuestras páginas, o la página llevaba demasiado tiempo abierta. Ábrela de nuevo y repite lo que hiciste.',
    ],
    404: [
      'Aquí no hay nada',
      'Quizá se borró, o la dirección está incompleta: los enlaces largos a veces se cortan en un correo. En ese caso, cópiala entera.',
    ],
    405: [
      'Esta dirección no se puede abrir',
      'La usan formularios y programas. Si es la de tu asistente, añádela en los ajustes de este, como conector o servidor.',
    ],
    410: [
      'Esto ya no está aquí',
      'Estuvo aquí, pero se ha retirado o ha caducado. Si alguien te dio el enlace, pídele otro.',
    ],
    429: ['Han sido demasiadas veces seguidas', 'Espera un rato, como mucho una hora, e inténtalo otra vez.'],
    500: ['Algo ha fallado por nuestra parte', 'Ha quedado anotado. Inténtalo de nuevo en un momento.'],
    503: [
      'Volvemos en un momento',
      'Una parte del servicio no está disponible. Lo que ya está registrado está a salvo. Inténtalo de nuevo enseguida.',
    ],
    504: [
      'Ha tardado demasiado',
      'Una parte del servicio no ha respondido a tiempo. Inténtalo de nuevo en un momento.',
    ],
  },
  tryAgain: 'Intentarlo de nuevo',
  back: 'Volver a la página',
  signIn: 'Entrar',
  requestId: 'Si nos escribes sobre esto, este número nos ayuda a encontrar lo ocurrido:',
};
