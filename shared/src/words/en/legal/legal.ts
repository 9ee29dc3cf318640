import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

/** What a person consents to. */
export const legal = {
  /** What stands above every such text. */
  labels: { operator: 'Operator', contact: 'Contact', version: 'Version' },
  terms,
  privacy,
};

export type LegalWords = typeof legal;
