/** `/account/download` */
export const download = {
  title: 'Download everything',
  lead: 'Everything that is kept about you here for more than two days, as far back as it goes: your diaries with their targets, meals, activity, sleep and wellbeing notes, your shared links, your consents, your connected assistants and the log of what they did, and the browsers in which you are signed in.',
  json: 'As one JSON document',
  jsonText:
    'Complete, with every field that your assistant can read. For programs, for another service, for safekeeping.',
  jsonButton: 'Download JSON',
  csv: 'As tables',
  csvText:
    'A ZIP archive with a CSV file for each kind of record, for a spreadsheet. An apostrophe precedes text that a spreadsheet would run as a formula. Values are separated by commas and have a decimal point: a spreadsheet set to a language that writes 2,5 has to be told so when you import a file, or it takes such numbers for text.',
  csvButton: 'Download CSV',
  note: 'Whoever has these files can read your diary: keep them where you would keep a diary. Addresses of shared links and keys are not in them. A download that is cut off shows as failed; simply start it again.',
};

export type DownloadWords = typeof download;
