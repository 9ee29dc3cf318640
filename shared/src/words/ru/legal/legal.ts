import type { LegalWords } from '../../en/legal/legal.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

export const legal: LegalWords = {
  labels: { operator: 'Оператор', contact: 'Связь', version: 'Редакция от' },
  terms,
  privacy,
};
