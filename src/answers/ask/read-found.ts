import { linksOfEvidence, signalsById, type ThemeLink } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { foundEvidence } from '../../../db/queries/evidence-search.js';
import { questionsOfSignals, type SignalRow } from '../../../db/queries/signals.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { terms } from '../../language/tokens.js';
import { wordsOfThemes } from '../queries/ask-facts.js';
import { knownQuestion } from './question-likeness.js';
import type { BeliefWords } from './rank-beliefs.js';

/** Quotes by id, and the beliefs that they are linked to or that were named. */
export interface FoundEvidence {
  rows: ReadonlyMap<string, EvidenceRow>;
  links: readonly (ThemeLink & { evidenceId: string })[];
  signals: readonly SignalRow[];
  words: ReadonlyMap<string, BeliefWords>;
}

/** Reads quotes, the beliefs that they are linked to, the beliefs `named`, and the words of all of these. */
export async function readFound(
  { db }: Context,
  ids: readonly string[],
  named: readonly string[],
): Promise<FoundEvidence> {
  const [links, rows] = await db.together(read(linksOfEvidence, ids), read(foundEvidence, ids));
  const signalIds = [...new Set([...links.map(({ signalId }) => signalId), ...named])];
  const [signals, themes, asked] = await db.together(
    read(signalsById, signalIds),
    read(wordsOfThemes, signalIds),
    read(questionsOfSignals, signalIds),
  );
  const questions = new Map(asked.map((one) => [one.signalId, one.questions]));
  return {
    rows: new Map(rows.map((row) => [row.evidenceId, row])),
    links,
    signals,
    words: new Map(
      signals.map(({ signalId, label, description, implication }) => [
        signalId,
        {
          label: new Set(terms(label)),
          ...definitionOf(`${description} ${implication ?? ''}`, questions.get(signalId)),
          themes: new Map(
            themes
              .filter((theme) => theme.signalId === signalId)
              .map((theme) => [theme.themeId, new Set(terms(theme.words))]),
          ),
        },
      ]),
    ),
  };
}

function definitionOf(
  text: string,
  questions: readonly string[] = [],
): Pick<BeliefWords, 'description' | 'definition' | 'questions'> {
  const description = new Set(terms(text));
  const asked = questions.map(knownQuestion);
  return {
    description,
    definition: new Set([...description, ...asked.flatMap((question) => [...question.terms])]),
    questions: asked,
  };
}
