export const FOODS = {
  'C10.notices':
    'A write tells what may not be meant as it was stored; each notice has its bound, and is stored all the same.',
  'C10.notices_of_changes':
    'A correction tells of all that is stored then, by pointers into it; restoring tells what the meal repeats by now.',
  'C10.no_notices': 'Of what is stored in good order there is no notice.',
  'C11.foods':
    'The foods of the last 366 days are grouped by name, most often eaten first, with figures as last eaten.',
  'C11.copies':
    'A meal is copied to each of some days at its time of day, or to none of them; what the person said stays with the original.',
  'C11.search': 'A food is found by the beginnings of its words, without regard to case and accents.',
  'C10.notices_kept': 'A repeat with its key gets the notices of the first answer.',
} as const;
