/**
 * A name that somebody else chose, as text that does nothing: no control character or direction mark, no quotation mark that
 * would end those around it, and an invisible joiner where mail programs would make an address in it a link. A mail has one
 * link, and that is ours (H16).
 */
export const inertName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ')
    .replace(/["„‟‚‛\p{Pi}\p{Pf}]/gu, "'")
    .replace(/[.。．｡](?=\p{L})|:(?=\/)|@|(?<=\/)\//gu, (sign) => `${sign}\u2060`);
