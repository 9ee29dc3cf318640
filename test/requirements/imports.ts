export const IMPORTS = {
  'C14.recognised':
    'What a file is is recognised by its content; a file of no known source is refused with the list.',
  'C14.tables':
    'Columns of a table are found by name, in any order, in the languages and encodings that are known.',
  'C14.numbers': 'Decimal commas, thousands and what stands for unknown are read as they were meant.',
  'C14.dates':
    'Dates with slashes have the month first, unless a first number over 12 shows that the file is day first.',
  'C14.units':
    'Units are converted by definition; an amount is a weight where its unit is one, else a portion.',
  'C14.meals':
    'Meals of one day and kind become one meal with its items, 50 at most; names that are no kind do not merge.',
  'C14.activity': 'Exercise becomes workouts; a correction of a tracker brings its steps alone.',
  'C14.totals_alone': 'A table of totals alone is refused, and told what it is.',
  'C14.apple_file': 'The main file of Apple Health is found by its root element, whatever its name.',
  'C14.apple_sources':
    'Of several sources for one interval the one with the highest rank counts, never the sum.',
  'C14.nights':
    'A night comes whole from one source, one with stages first, and belongs to the day of waking up.',
  'C14.own': 'A download of every published version is read; twice imported it brings nothing twice.',
  'C14.round_trip': 'What was downloaded and imported is downloaded again with the same content.',
  'C14.bounds': 'A file is read in bounded memory, and nothing of an archive is unpacked by its name.',
  'C14.way': 'An import shows what comes, waits, imports with progress, and can be taken back for 30 days.',
  'C14.one': 'An account has one import at a time; a second file is a 409.',
  'C14.existing':
    'Days that have records are kept as they are or added to; a day of activity or a night stays.',
  'C14.once': 'Each batch is written once, whenever and however often a job runs.',
  'C14.taken_back': 'Taking back takes what the import wrote and nobody changed since.',
  'C14.file_kept': 'A file is kept encrypted until the import ends, a day at most.',
  'C14.session': 'An upload ends with the session.',
  H30: 'A hostile file is refused or read in bounded memory, never unpacked by name, never a 5xx.',
} as const;
