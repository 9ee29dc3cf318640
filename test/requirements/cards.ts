export const CARDS = {
  'C15.views':
    'resources/list names the four views, resources/read gives each as one document of text/html;profile=mcp-app without domains and permissions.',
  'C15.tools': 'Tools name their view in _meta; nothing else of the list differs.',
  'C15.extension':
    'The server names the extension in every version, and clients without it get what they got.',
  'C15.size': 'A view has at most 180 KB.',
  'C15.version':
    'The address of a view changes with its content; any version is answered with the one of today.',
  'C15.no_requests': 'A card asks nobody for anything but its host.',
  'C15.host': 'A card hears its own host alone, and opens nothing but addresses of the site.',
  'C15.record':
    'A record’s card shows what is stored, and changes amounts and names, removes, deletes, puts back and undoes.',
  'C15.day': 'A day’s card shows the day, leads to its records and to the days beside it.',
  'C15.report':
    'A report’s card shows figures and plots of a range, other ranges, the days before beside them, and the way to the page.',
  'C15.link': 'A link’s card shows what it shows and its address, and revokes it.',
  'C15.change': 'A change is a call with if_version and a key of its own; a conflict shows the newer record.',
  'C15.old':
    'A card whose data is old asks what is stored now before it changes anything; where that differs it shows it, and says when the record is gone.',
  'C15.model':
    'After a change the model’s context says what is stored; no message is sent in the person’s name.',
  'C15.looks':
    'Language, theme, colours and font are the host’s; what it does not offer is not shown; from 280 px, by keyboard and screen reader.',
  'C15.first_paint': 'A card is never blank: before a result it says what it waits for.',
  H34: 'A card shows records as text and survives a host that refuses, is late, repeats, or sends nothing; nothing is applied twice.',
} as const;
