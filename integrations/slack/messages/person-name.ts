import { label } from './text.js';

/**
 * A participant as Slack shows them: first name and the initial of the last (issue 5, "Privacy").
 * A code such as "P07" or "Participant 12" stays as it is; of an e-mail address, what stands before the @.
 */
export function shortName(displayName: string): string {
  const words = label(displayName, 200).replace(/@.*$/, '').trim().split(' ');
  const [first = 'Someone', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (last === undefined) return label(first, 40);
  if (/\d/.test(last)) return label(`${first} ${last}`, 40);
  return `${label(first, 40)} ${[...last][0]?.toUpperCase()}.`;
}
