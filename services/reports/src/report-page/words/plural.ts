/** The forms of a counted noun, by the categories that `Intl.PluralRules` knows; `other` also stands in for absent ones. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
