export const CLIENTS = {
  // Those who look after others
  'C13.keep':
    'A signed-in reader keeps a link under a name of their own: once, at most 200, its secret hashed and sealed; its owner sees who does.',
  'C13.clients':
    '/clients has a row a link: the last record, days with records, averages of two weeks of what the link shows; filtered, sorted, renamed, removed, and nothing of a link that ended.',
  'C13.next_client':
    'From a kept report links with the access keys n and p lead to the next and the previous client.',
  'C13.clients_queries':
    'The table asks a fixed number of queries, for the kinds and days that each link shows alone.',
  'C13.clients_unread':
    'What cannot be read of a client is said in its row, which leads to its report; the other rows are there.',
  'C13.erased': 'Erasing an account removes what it kept and what others kept of it.',
} as const;
