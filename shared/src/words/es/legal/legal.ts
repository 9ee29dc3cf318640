import type { LegalWords } from '../../en/legal/legal.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

export const legal: LegalWords = {
  labels: { operator: 'Responsable', contact: 'Contacto', version: 'Versión del' },
  terms,
  privacy,
};
