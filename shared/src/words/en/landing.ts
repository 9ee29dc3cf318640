/** `/` */
export const landing = {
  title: 'A diary that you keep by talking',
  lead: 'Tell your own assistant what you ate, how you moved, how you slept and how you feel. It works out the details and sends them here; the diary keeps them, adds them up and shows you your day, your week and your month.',
  how: 'How it works',
  say: {
    title: 'You say it in your own words',
    text: '“Two eggs on toast and a coffee.” Your assistant estimates amounts and nutrients.',
  },
  keep: {
    title: 'The diary keeps it',
    text: 'Every figure says where it came from: which assistant, which model, how sure it was. Your records are kept in the European Union.',
  },
  share: {
    title: 'You see it, and share it if you like',
    text: 'Reports for yourself, and links for your nutritionist or trainer that end when you say so.',
  },
  decide: {
    title: 'You stay in charge',
    text: 'An assistant connects only if you say yes, can do only what you allowed, and is disconnected with one tap. Take everything with you, or delete it, whenever you like.',
  },
  not: 'What it does not do',
  notText:
    'It keeps, adds up and shows your records. It never advises, scores or judges, and is no substitute for somebody who treats you.',
  notices: {
    signed_out: 'You are signed out.',
    deleted: 'Your account is closed. Nothing can open it now, and within minutes it will all be gone.',
  },
  demo: 'Look around first?',
  demoText:
    'A made-up diary that everybody can open. It is made anew each night, and whatever anybody did in it is gone.',
  demoButton: 'Open the demo account',
  signedIn: 'Welcome back',
  signedInText: (email: string): string => `You are signed in as ${email}.`,
  toReport: 'To your report',
  connect: 'Connect your assistant',
  connectText:
    'Whichever it is, you first get an e-mail that says who is asking, and for what. Nothing is connected until you say yes on the page that it links to.',
  mcp: 'An assistant with connectors (its settings may say MCP)',
  mcpText:
    'Add a server, or connector, with this address. It opens our sign-in page; give your e-mail address there, and approve with the link that we send you.',
  mcpCards: 'Claude, ChatGPT, VS Code and Goose show what was stored as a card, where you can correct it.',
  mcpAddress: 'Address',
  rest: 'An assistant that can open web pages and send requests',
  promptLabel: 'Tell it',
  promptLabelWithGap: 'Tell it, with your e-mail address in place of “…”',
  prompt: (address: string, email: string): string =>
    `Please read ${address} and connect to my diary. My e-mail address is ${email}`,
  restAddress: 'If it asks for an address',
  developers: <Part>(instructions: Part, description: Part, check: Part) => [
    'For developers: the ',
    instructions,
    ', the ',
    description,
    ' and ',
    check,
    '.',
  ],
  instructions: 'instructions for assistants',
  description: 'OpenAPI description',
  check: 'what an assistant sees of this server',
};

export type LandingWords = typeof landing;
