import type { TermsWords } from '../../en/legal/terms.ts';

export const terms: TermsWords = {
  title: 'Condiciones de uso',
  lead: 'En pocas palabras: el diario guarda lo que tu asistente registra por ti, y tú decides quién puede escribir, quién puede leer y cuándo termina.',
  sections: {
    service: {
      heading: 'Qué es el servicio',
      paragraphs: [
        'Registra, ordena y comparte lo que cuentas a tu propio asistente sobre comidas, actividad, sueño y bienestar. Está pensado para quien lleva un diario así por su cuenta o junto con su nutricionista o quien le entrena.',
        'Tu cuenta se identifica por tu dirección de correo. No hay contraseña.',
      ],
    },
    advice: {
      heading: 'Sin consejos',
      paragraphs: [
        'El servicio no da consejos médicos, dietéticos ni de ejercicio, y no hace estimaciones, recomendaciones ni juicios propios. Nadie puede presentar lo que muestra como si fueran tales consejos. Para las preguntas sobre tu salud, acude a quien esté cualificado para responderlas.',
      ],
    },
    estimates: {
      heading: 'De dónde vienen las cifras',
      paragraphs: [
        'Las cantidades y los nutrientes los estima tu asistente, sea cual sea. Pueden ser erróneos. El servicio suma lo que recibe y muestra de qué asistente y de qué modelo viene cada registro.',
      ],
    },
    consent: {
      heading: 'Tu consentimiento',
      paragraphs: [
        'Lo que registras dice algo sobre tu salud. Solo se guarda porque das tu consentimiento al aprobar una conexión o al empezar un diario; la fecha y la versión de estas condiciones se anotan en tu cuenta.',
        'Puedes retirar tu consentimiento en cualquier momento: desconecta tus asistentes, o borra tu cuenta con todo lo que contiene en la página de tu cuenta. Desconectar impide nuevos registros; lo guardado desaparece cuando lo borras, o cuando borras tu cuenta. Lo hecho antes sigue siendo lícito.',
      ],
    },
    assistants: {
      heading: 'Los asistentes que conectas',
      paragraphs: [
        'Un asistente puede hacer lo que aprobaste y nada más. No puede borrar tu cuenta. Puedes desconectarlo en cualquier momento, y una conexión que no se usa durante 180\u00a0días termina por sí sola.',
        'Tu asistente lo ofrece otra empresa o persona, con sus propias condiciones. Lo que le cuentas le llega primero a ella.',
      ],
    },
    links: {
      heading: 'Los enlaces que compartes',
      paragraphs: [
        'Quien tiene un enlace a un informe puede abrirlo, sin cuenta. Puedes retirarlo en cualquier momento y ponerle un final al crearlo. Compártelo solo con quien deba verlo.',
      ],
    },
    use: {
      heading: 'Buen uso',
      paragraphs: [
        'Registra solo lo que te concierne a ti o a alguien que esté de acuerdo. No intentes llegar a lo que es de otros ni perturbar el servicio. Hay límites en el número de llamadas para que haya sitio para todos; las conexiones que perjudiquen a otros pueden terminarse.',
      ],
    },
    availability: {
      heading: 'Disponibilidad y responsabilidad',
      paragraphs: [
        'Cuidamos de que el servicio funcione y de que no se pierda nada, pero puede interrumpirse y no promete ningún resultado concreto. Estas condiciones no limitan los derechos que la ley te da como consumidor.',
        'Si el servicio fuera a terminar, esta página lo diría con tiempo y podrías llevarte tus registros.',
      ],
    },
    changes: {
      heading: 'Cambios',
      paragraphs: [
        'Si estas condiciones cambian, esta página lo dice con una fecha nueva, y la siguiente aprobación te pide el consentimiento para la nueva versión. Ningún cambio amplía un consentimiento anterior.',
      ],
    },
  },
};
