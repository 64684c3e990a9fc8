import type { ThemeToLink } from '../../../db/queries/analysis/signals.js';
import type { Logger } from '../../log.js';
import type { Analyst, Naming, Wording } from '../analyst.js';
import type { Claim } from '../claims/claim-of.js';
import { saidIn } from './plan-signals.js';

/** Themes of one signal, and what they say together where that is known already. */
export interface SignalToWord {
  themes: readonly ThemeToLink[];
  claim?: Claim | undefined;
}

/** What signals are called, in order; one that rests on a single theme that a person named is called as it is. */
export async function wordSignals(
  signals: readonly SignalToWord[],
  analyst: Analyst,
  log: Logger,
): Promise<Naming> {
  const isNamed = ({ themes }: SignalToWord): boolean => themes.length === 1 && !!themes[0]?.named;
  const unnamed = signals.filter((signal) => !isNamed(signal));
  const { wordings: given, usage } = await analyst.nameGroups(
    unnamed.map(({ themes, claim }) => {
      const said = saidIn(themes);
      return {
        quotes: said.map(({ quote }) => quote),
        speakers: said.map(({ speaker }) => speaker),
        ...(claim && { claim }),
        isSignal: true,
      };
    }),
    log,
  );
  const wordings = signals.map((signal): Wording => {
    const [first] = signal.themes as readonly [ThemeToLink];
    if (isNamed(signal)) return { label: first.label, description: first.description };
    return given[unnamed.indexOf(signal)] as Wording;
  });
  return { wordings, usage };
}
