const TITLES = /^(?:(?:dr|prof|mr|mrs|ms|mx|miss|sir|herr|frau)\.?\s+(?:med\.\s+)?)+/iu;
const DEGREES = /(?:,?\s+\(?(?:ph\.?\s?d|dphil|m\.?d|mba|msc|bsc|esq|jr|sr)\.?\)?)+$/iu;

/** A name without the titles before it and the degrees behind: `Dr. Iva Holm, PhD` is Iva Holm, who others speak of. */
export const bareName = (name: string): string =>
  name.trim().replace(TITLES, '').replace(DEGREES, '') || name.trim();
