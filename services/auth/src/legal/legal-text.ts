import type { Language } from 'shared/contract/fields.ts';

type LegalSection = { heading: string; paragraphs: readonly string[] };

/** A text of sections; each translation has the same ones. */
export type LegalText<Section extends string = string> = {
  title: string;
  lead: string;
  sections: Record<Section, LegalSection>;
};

/** What stands above every such text. */
export const LEGAL_LABELS: Record<Language, { operator: string; contact: string; version: string }> = {
  en: { operator: 'Operator', contact: 'Contact', version: 'Version' },
  es: { operator: 'Responsable', contact: 'Contacto', version: 'Versión del' },
  ru: { operator: 'Оператор', contact: 'Связь', version: 'Редакция от' },
};
