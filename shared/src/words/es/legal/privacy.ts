import type { PrivacyWords } from '../../en/legal/privacy.ts';

export const privacy: PrivacyWords = {
  title: 'Aviso de privacidad',
  lead: 'En pocas palabras: guardamos lo necesario para tu diario, en la Unión Europea y mientras tú quieras. No vendemos nada, no mostramos publicidad y no seguimos a nadie.',
  sections: {
    stored: {
      heading: 'Qué se guarda',
      paragraphs: [
        'Tu cuenta: dirección de correo, idioma, zona horaria, cuándo empezó, y qué versión de las condiciones aceptaste y cuándo; y tus diarios, con sus nombres y zonas horarias.',
        'Tus registros: comidas con sus alimentos, actividad, sueño, notas de bienestar, tus propios objetivos y, con cada registro, el asistente y el modelo de los que viene.',
        'Tus conexiones: el nombre que se dio cada asistente, lo que le permitiste, cuándo se conectó y cuándo se usó por última vez y, si renueva él mismo su acceso, desde qué red lo hizo por última vez; y los enlaces a informes que creaste, con las veces que se abrieron y cuándo fue la última, y los informes de otros que guardas entre tus clientes, con los nombres que les diste: quien comparte uno de ellos ve tu dirección. Los secretos solo se guardan como resúmenes criptográficos o cifrados.',
        'Los navegadores en los que has entrado: su tipo, la red desde la que entraste, desde cuándo y cuándo se usaron por última vez.',
      ],
    },
    purpose: {
      heading: 'Para qué y con qué base',
      paragraphs: [
        'Solo para llevar tu diario: registrar, sumar, informar y compartir como tú pidas. Los registros sobre tu salud se guardan con tu consentimiento explícito (RGPD, artículo 9.2.a); tu cuenta y su protección se apoyan en las condiciones que aceptaste y en nuestro interés en un servicio seguro (artículo 6.1.b y f).',
        'Nada se usa para publicidad, perfiles ni entrenamiento de modelos, y nada se vende.',
      ],
    },
    where: {
      heading: 'Dónde',
      paragraphs: ['Los registros recibidos por la interfaz se guardan en la Unión Europea.'],
    },
    readers: {
      heading: 'Quién puede leerlo',
      paragraphs: [
        'Tú; los asistentes que conectaste, dentro de lo que permitiste; quien tenga un enlace a un informe que creaste; y quienes operan el servicio para el responsable, cuando sea imprescindible para que funcione. El proveedor de correo que lleva nuestros mensajes ve tu dirección y el mensaje.',
        'De lo que tu asistente haga con lo que lee responde su proveedor.',
      ],
    },
    times: {
      heading: 'Durante cuánto tiempo',
      paragraphs: [
        'Los registros se quedan hasta que tú o tu asistente los borréis o hasta que se borre tu cuenta; entonces desaparece todo en unos minutos. Una conexión que no se usa durante 180\u00a0días termina, y una sesión en un navegador tras 30\u00a0días sin uso. De un enlace a un informe que ha terminado se guarda constancia durante un año como máximo, para que su dirección pueda decirlo.',
        'Una solicitud de conexión, con la dirección, el nombre del asistente y la red de la que vino, se guarda alrededor de un día después de terminar, igual que una solicitud para entrar, con la dirección. Para que una llamada repetida no haga nada dos veces, una copia cifrada de la respuesta, con el registro, se guarda durante 24\u00a0horas, aunque el registro se borre antes. Los contadores que limitan las llamadas por red o por dirección desaparecen en una hora. Un archivo que importas se conserva cifrado hasta que decides sobre él, como máximo un día.',
        'Las copias de seguridad del operador conservan una copia hasta que otras más nuevas las sustituyen, 400\u00a0días como máximo. El mismo tiempo se guarda el hash de un número aleatorio de lo que se ha borrado o ha terminado (una cuenta, un diario, una conexión, un enlace), para que una copia restaurada lo deje fuera; los registros sueltos borrados después de la copia vuelven con ella. El registro interno de cambios de la base de datos, que solo sirve para que el servicio funcione, conserva restos hasta que otros cambios los sobrescriben.',
      ],
    },
    logs: {
      heading: 'Qué se anota',
      paragraphs: [
        'El historial de llamadas anota qué asistente llamó a qué función, cuándo, por qué vía y con qué resultado, sin ningún contenido. Puedes verlo, y sus entradas desaparecen a los 90\u00a0días.',
        'El historial técnico contiene el número, el tipo, la duración y el resultado de una petición, para encontrar fallos. No incluye contenido, ni direcciones de correo, ni claves, ni enlaces, y se borra a los 30\u00a0días como máximo.',
      ],
    },
    pages: {
      heading: 'Estas páginas',
      paragraphs: [
        'No cargan nada de terceros y no te siguen. Solo se pone una cookie para que entres y para que no tengas que entrar cada vez; tu navegador la guarda 400\u00a0días como máximo.',
        'Enviamos correo únicamente por solicitudes de conexión y enlaces de acceso, sin imágenes ni seguimiento.',
      ],
    },
    rights: {
      heading: 'Tus derechos',
      paragraphs: [
        'En tus páginas puedes ver tus datos, llevártelos todos y borrar tu cuenta sin pedírselo a nadie. También puedes hacer que se corrijan, limitar su uso u oponerte a él, y retirar tu consentimiento en cualquier momento: escribe a la dirección de arriba. Si crees que algo está mal, también puedes acudir a la autoridad de protección de datos de tu país.',
      ],
    },
  },
};
