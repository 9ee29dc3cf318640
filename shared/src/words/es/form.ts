import type { FormWords } from '../en/form.ts';

export const form: FormWords = {
  address: {
    label: 'Tu dirección de correo',
    errors: {
      email: 'No podemos escribir a esa dirección: debe ser como ana@example.org. Revísala, por favor.',
      rate_limited:
        'Por ahora no se pueden enviar más correos a esta dirección o desde tu red. Espera una hora, o abre el enlace que ya tienes.',
      email_not_sent:
        'No se ha podido enviar el correo en este momento. Revisa la dirección, o inténtalo de nuevo en unos minutos.',
    },
  },
  terms: {
    terms: (terms, privacy) => [
      'Acepto las ',
      terms,
      ' y doy mi consentimiento para que mis datos de salud (lo que como, cómo me muevo, duermo y me siento) se guarden aquí como describe el ',
      privacy,
      '.',
    ],
    termsLink: 'condiciones',
    privacyLink: 'aviso de privacidad',
    newTab: 'Cada enlace se abre en una pestaña nueva.',
  },
  copied: { copy: 'Copiar', copied: 'Copiado' },
  assistants: {
    none: 'No hay ningún asistente conectado.',
    how: 'Cómo conectar uno',
    email: 'Lo aprobaste por correo',
    oauth: 'Entraste desde su propia página',
    since: 'Conectado desde',
    lastUsed: 'Último uso',
    never: 'todavía no',
    did: 'En los últimos 7\u00a0días',
    nothing: 'nada',
    may: 'Puede',
    scopes: {
      'records:read': 'leer tus registros y tu cuenta',
      'records:write': 'añadir y borrar registros, y añadir diarios',
      'reports:read': 'leer tus informes',
      'share:manage': 'crear y retirar enlaces a tus informes',
    },
    disconnect: 'Desconectar',
    disconnected:
      'El asistente está desconectado. Ya no puede hacer nada aquí. Si creó enlaces a tus informes, siguen activos: puedes retirarlos en «Enlaces».',
  },
};
