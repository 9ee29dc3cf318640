/** The date of the terms and the privacy notice that a consent names. */
export const TERMS_VERSION = '2026-11-26';
