export const FOODS = {
  'C10.notices':
    'A write tells what may not be meant as it was stored; each notice has its bound, and is stored all the same.',
  'C10.no_notices': 'Of what is stored in good order there is no notice.',
  'C10.notices_kept': 'A repeat with its key gets the notices of the first answer.',
} as const;
