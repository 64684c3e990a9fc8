const TITLES = /^(?:(?:dr|prof|mr|mrs|ms|mx|miss|sir|herr|frau)\.?\s+(?:med\.\s+)?)+/iu;
const DEGREES = /(?:,?\s+\(?(?:ph\.?\s?d|dphil|m\.?d|mba|msc|bsc|esq|jr|sr)\.?\)?)+$/iu;

/** A name without titles and degrees: `Dr. Iva Holm, PhD` becomes Iva Holm, as others call her. */
export const bareName = (name: string): string =>
  name.trim().replace(TITLES, '').replace(DEGREES, '') || name.trim();
