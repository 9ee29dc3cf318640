import type { CheckWords } from '../en/check.ts';

export const check: CheckWords = {
  title: 'Lo que un asistente ve de este servidor',
  lead: (address) =>
    `Este servidor acaba de preguntarse a sí mismo en su dirección pública, ${address}, igual que un asistente que se conecta.`,
  works: 'Funciona',
  mend: 'Por arreglar',
  unknown: 'No se sabe',
  headings: {
    connection: 'Conexión',
    resource: 'Lo que el servidor dice de sí mismo',
    server: 'Dónde entrar',
    mcp: 'Una primera llamada',
    origin: 'Asistentes que funcionan en una página web',
    clock: 'Reloj',
  },
  seen: {
    tls_good: {
      seen: (address, day) =>
        `Lo que se envía a ${address} va cifrado, y el certificado vale hasta el ${day}.`,
    },
    tls_ends_soon: {
      seen: (address, day) =>
        `Lo que se envía a ${address} va cifrado, pero el certificado termina el ${day}.`,
      todo: 'Hay que renovarlo. Si se renueva solo, ya tendría que haber ocurrido: el registro del proxy dice qué lo impide.',
    },
    tls_refused: {
      seen: (address, code) => `No se acepta el certificado de ${address}: ${code}.`,
      todo: 'Pon en el proxy de delante un certificado para este nombre, junto con todos los que hay entre él y una autoridad conocida.',
    },
    no_tls: {
      seen: (address) =>
        `${address} empieza por http: lo que se envía puede leerse por el camino, y los asistentes de la nube no se conectan.`,
      todo: 'Pon delante un proxy que termine TLS y escribe su dirección https en SITE_URL. Un servidor solo para tu propia máquina puede quedarse así.',
    },
    unreachable: {
      seen: (address, code) => `No responde nadie en ${address}: ${code}.`,
      todo: 'Escribe en SITE_URL la dirección pública y comprueba que su nombre lleva al proxy de delante. Algunas redes no dejan que una máquina llegue a su propia dirección pública: pregunta entonces desde otra red, con la orden de abajo.',
    },
    document_good: { seen: (address) => `${address} dice lo que un asistente necesita saber.` },
    document_other: {
      seen: (address, named) => `Lo que hay en ${address} no es de este servidor: nombra ${named}.`,
      todo: 'Escribe en SITE_URL la dirección que usa la gente, y haz que el proxy de delante pase al gateway todo lo que cuelga de ella.',
    },
    redirect: {
      seen: (address, target) => `${address} lleva a ${target}. Muchos asistentes no siguen ese camino.`,
      todo: 'Escribe en SITE_URL la dirección en que acaba el camino, o haz que el proxy de delante responda sin llevar a otra parte.',
    },
    status: {
      seen: (address, status) => `${address} responde con ${status}.`,
      todo: 'Haz que el proxy de delante pase esta dirección al gateway, como pasa todas las demás.',
    },
    turned_away: {
      seen: (address, status) =>
        `${address} responde con ${status}: algo que está delante de este servidor rechaza a los asistentes.`,
      todo: 'Deja pasar a los programas en /mcp, /api/, /oauth/ y /.well-known/. En Cloudflare: desactiva «Block AI bots» y Bot Fight Mode, permite Claude-User y ChatGPT-User en AI Crawl Control y omite las comprobaciones en estas direcciones.',
    },
    call_good: {
      seen: (address) => `${address} pide que entre a quien no tiene token, y dice dónde (401).`,
    },
    no_challenge: {
      seen: (address) =>
        `${address} responde con 401, pero no dice dónde entrar: falta la cabecera WWW-Authenticate, o nombra otra dirección.`,
      todo: 'Haz que el proxy de delante pase la cabecera WWW-Authenticate tal como la escribió el gateway.',
    },
    origin_good: {
      seen: (address, origin) => `Las páginas de ${origin}, por ejemplo, pueden llamar a ${address}.`,
    },
    origin_refused: {
      seen: (address, origin) =>
        `Las páginas de ${origin} no pueden llamar a ${address}. No afecta a los asistentes que no funcionan en una página.`,
      todo: 'Si alguien lo necesita, añade el origen a ALLOWED_ORIGINS; y haz que el proxy de delante deje pasar OPTIONS.',
    },
    clock_good: { seen: () => 'Las máquinas que responden aquí tienen la misma hora.' },
    clock_off: {
      seen: (address, seconds) =>
        `La máquina que responde en ${address} se aparta ${seconds} s de la hora de esta.`,
      todo: 'Pon los dos relojes en hora por NTP: si no coinciden, fallan las entradas y los enlaces.',
    },
    no_date: { seen: (address) => `${address} no ha dicho qué hora es allí.` },
  },
  elsewhere: 'Lo que no puede verse desde aquí',
  elsewhereText:
    'Un cortafuegos puede dejar pasar a este servidor y no a los demás. Desde otra red, esto debería responder con 401 y una línea que empieza por www-authenticate:',
  command: 'Orden',
  when: (moment) => `Mirado el ${moment}. Se vuelve a mirar, como mucho, una vez por minuto.`,
};
