import type { ThemeToLink } from '../../../db/queries/analysis/signals.js';
import type { Logger } from '../../log.js';
import type { Analyst, Naming, Wording } from '../analyst.js';

const QUOTES_TO_NAME = 12;

/** What signals that rest on these themes are called, in order; one that rests on a single theme is called as it is. */
export async function wordSignals(
  groups: readonly (readonly ThemeToLink[])[],
  analyst: Analyst,
  log: Logger,
): Promise<Naming> {
  const several = groups.filter((group) => group.length > 1);
  const { wordings: named, usage } = await analyst.nameGroups(
    several.map((group) => {
      const each = Math.max(1, Math.floor(QUOTES_TO_NAME / group.length));
      const named = group.slice(0, QUOTES_TO_NAME);
      return {
        quotes: named.flatMap(({ quotes }) => quotes.slice(0, each)),
        speakers: named.flatMap(({ speakers }) => speakers.slice(0, each)),
      };
    }),
    log,
  );
  const wordings = groups.map((group): Wording => {
    const [first] = group as readonly [ThemeToLink];
    const own = { label: first.label, description: first.description };
    return group.length > 1 ? (named[several.indexOf(group)] as Wording) : own;
  });
  return { wordings, usage };
}
