/** What every page says on which a person connects an assistant. */
export const connecting = {
  name: 'It calls itself',
  quoted: <Part>(name: Part) => ['“', name, '”'],
  nameNote: 'It chose this name itself. We cannot tell you who is behind it.',
};

export type ConnectingWords = typeof connecting;
