import { BOT_NAME, BOT_USER_ID, PEOPLE } from '../people.js';

/** The links in a message that lead to this server, which an app may unfurl. */
export function linksToUs(text: string, home: () => string): { domain: string; url: string }[] {
  const { host, hostname } = new URL(home());
  const found = [...text.matchAll(/<(https?:\/\/[^>|]+)>/g)].map((match) => match[1]!);
  return found
    .filter((url) => URL.canParse(url) && new URL(url).host === host)
    .map((url) => ({ domain: hostname, url: url.replaceAll('&amp;', '&') }));
}

/** Text as Slack sends it on: escaped, with names and links as tokens. */
export function asTyped(text: string): string {
  const names: [string, string][] = [
    [BOT_NAME, BOT_USER_ID],
    ...PEOPLE.flatMap((person): [string, string][] => [
      [person.name, person.id],
      [person.handle, person.id],
    ]),
  ];
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const linked = escaped.replace(/https?:\/\/[^\s<>"]+/g, (url) => `<${url}>`);
  return names.reduce(
    (said, [name, id]) => said.replace(new RegExp(`@${name}\\b`, 'gi'), `<@${id}>`),
    linked,
  );
}
