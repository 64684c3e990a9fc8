import { escaped, literal } from './text.js';

const LINK = 2_000;

/** A mrkdwn link to a checked http or https URL; characters that could end it early are percent-encoded. */
export function itemLink(url: string, name: string): string {
  const called = literal(name, 120).replaceAll('|', '¦');
  const address = escaped(url).replaceAll('|', '%7C');
  return address.length > LINK || !/^https?:/.test(url) ? called : `<${address}|${called}>`;
}
