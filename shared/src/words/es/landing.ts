import type { LandingWords } from '../en/landing.ts';

export const landing: LandingWords = {
  title: 'Un diario que se lleva hablando',
  lead: 'Cuéntale a tu propio asistente qué has comido, cómo te has movido, cómo has dormido y cómo te sientes. Él calcula los detalles y los envía aquí; el diario los guarda, los suma y te muestra tu día, tu semana y tu mes.',
  how: 'Cómo funciona',
  say: {
    title: 'Lo dices con tus palabras',
    text: '«Dos huevos con tostadas y un café». Tu asistente estima cantidades y nutrientes.',
  },
  keep: {
    title: 'El diario lo guarda',
    text: 'Cada cifra dice de dónde viene: qué asistente, qué modelo, con cuánta seguridad. Tus registros se guardan en la Unión Europea.',
  },
  share: {
    title: 'Lo ves, y lo compartes si quieres',
    text: 'Informes para ti, y enlaces para tu nutricionista o quien te entrena, que terminan cuando tú digas.',
  },
  decide: {
    title: 'Tú decides',
    text: 'Un asistente solo se conecta si dices que sí, solo puede hacer lo que permitiste y se desconecta con un toque. Llévatelo todo, o bórralo, cuando quieras.',
  },
  not: 'Lo que no hace',
  notText:
    'El diario registra, suma y muestra. Nunca aconseja, puntúa ni juzga, y no sustituye a quien te trata.',
  notices: {
    signed_out: 'Has cerrado la sesión.',
    deleted: 'Tu cuenta está cerrada. Ya nada la abre, y en unos minutos no quedará nada de ella.',
  },
  demo: '¿Prefieres mirar primero?',
  demoText:
    'Un diario inventado que puede abrir cualquiera. Cada noche se hace de nuevo, y lo que alguien haya hecho en él desaparece.',
  demoButton: 'Abrir la cuenta de muestra',
  signedIn: 'Hola de nuevo',
  signedInText: (email) => `Has entrado como ${email}.`,
  toReport: 'Ir a tu informe',
  connect: 'Conecta tu asistente',
  connectText:
    'Sea cual sea, primero recibirás un correo que muestra quién lo pide y para qué. No se conecta nada hasta que digas que sí en la página a la que lleva.',
  mcp: 'Un asistente con conectores (en sus ajustes puede poner MCP)',
  mcpText:
    'Añade un servidor, o conector, con esta dirección. Se abre nuestra página de entrada; indica allí tu correo y aprueba la solicitud con el enlace que te enviamos.',
  mcpCards: 'Claude, ChatGPT, VS Code y Goose muestran lo guardado en una tarjeta, donde lo puedes corregir.',
  mcpAddress: 'Dirección',
  rest: 'Un asistente que puede abrir páginas web y llamar a direcciones',
  promptLabel: 'Dile',
  promptLabelWithGap: 'Dile, con tu dirección de correo en lugar de «…»',
  prompt: (address, email) =>
    `Por favor, lee ${address} y conéctate a mi diario. Mi dirección de correo es ${email}`,
  restAddress: 'Si te pide una dirección',
  developers: (instructions, description, check) => [
    'Para quien programa: las ',
    instructions,
    ', la ',
    description,
    ' y ',
    check,
    '.',
  ],
  instructions: 'instrucciones para asistentes',
  description: 'descripción OpenAPI',
  check: 'lo que un asistente ve de este servidor',
};
