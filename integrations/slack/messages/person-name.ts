import type { TeamSettings } from '../../../src/settings/team-settings.js';
import { wholeWords } from '../../../src/whole-words.js';
import { label } from './text.js';

/** How the team lets participants be shown. */
export type Names = TeamSettings['names'];

/** A participant as this team's Slack shows them. */
export function shownName(displayName: string, names: Names): string {
  switch (names) {
    case 'full':
      return label(displayName, 80);
    case 'hidden':
      return 'A participant';
    case 'short':
      return shortName(displayName);
  }
}

/**
 * First name and the initial of the last (issue 5, "Privacy"). A code such as "P07" or "Participant 12" stays
 * as it is; of an e-mail address, what stands before the @.
 */
function shortName(displayName: string): string {
  const words = label(displayName, 200).replace(/@.*$/, '').trim().split(' ');
  const [first = 'Someone', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (last === undefined) return label(first, 40);
  if (/\d/.test(last)) return label(`${first} ${last}`, 40);
  return `${label(first, 40)} ${[...last][0]?.toUpperCase()}.`;
}

/** A sentence of ours that may name these participants, with their names as this team shows them. */
export function withShownNames(
  sentence: string,
  participants: readonly (string | null | undefined)[],
  names: Names,
): string {
  if (names === 'full') return sentence;
  return participants
    .filter((name): name is string => Boolean(name && name.trim().length > 1))
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (text, name) => text.replace(wholeWords([name], 'g'), () => shownName(name, names)),
      sentence,
    );
}
