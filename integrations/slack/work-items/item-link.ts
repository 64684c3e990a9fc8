import { escaped, literal } from '../messages/text.js';

const LINK = 2_000;

/** A link in mrkdwn to a checked http or https address; what could end it early is percent-encoded. */
export function itemLink(url: string, name: string): string {
  const called = literal(name, 120).replaceAll('|', '¦');
  const address = escaped(url).replaceAll('|', '%7C');
  return address.length > LINK || !/^https?:/.test(url) ? called : `<${address}|${called}>`;
}
