/** `/account/download` */
export const download = {
  title: 'Download everything',
  lead: 'Everything that is kept about you here for more than two days, as far back as it goes: your diaries with their targets, meals, activity, sleep and wellbeing notes, your shared links, your consents, your connected assistants and the log of what they did, and the browsers in which you are signed in.',
  json: 'As one JSON document',
  jsonText:
    'Complete, with every field that your assistant can read. For programs, for another service, for safekeeping.',
  jsonButton: 'Download JSON',
  xlsx: 'As a spreadsheet',
  xlsxText:
    'For Excel and LibreOffice: a sheet for each kind of record, with numbers, dates and times as such, whatever language your program is set to. Times are those of the place where something was recorded. A text longer than a cell can hold is cut here, and whole in the other two.',
  xlsxButton: 'Download spreadsheet',
  csv: 'As tables',
  csvText:
    'A ZIP archive with a CSV file for each kind of record, for programs. Values are separated by commas and have a decimal point. An apostrophe precedes text that a spreadsheet would run as a formula.',
  csvButton: 'Download CSV',
  note: 'Whoever has these files can read your diary: keep them where you would keep a diary. Addresses of shared links and keys are not in them. A download that is cut off shows as failed; simply start it again.',
};

export type DownloadWords = typeof download;
