import type { KnownBlock, ModalView } from '@slack/types';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { quoteLines, type Viewing } from '../blocks/quotes.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { label, ours } from '../blocks/text.js';

/** A belief that an answer rests on, with its quotes for and against. */
export interface SourceBelief {
  ref: string;
  label: string;
  quotes: readonly EvidenceRow[];
}

const QUOTE = 1000;

/** Every quote behind an answer, with its belief, person, study and age. */
export const sourcesModal = (
  question: string,
  beliefs: readonly SourceBelief[],
  view: Viewing,
): ModalView => ({
  type: 'modal',
  title: ours('Sources'),
  close: ours('Close'),
  blocks: [
    richText(line(bold(label(question, 300)))),
    ...(beliefs.length > 0
      ? beliefs.flatMap((belief) => beliefBlocks(belief, view))
      : [richText(line(words('The evidence behind this answer has since been withdrawn.')))]),
  ],
});

function beliefBlocks({ ref, label: name, quotes }: SourceBelief, view: Viewing): KnownBlock[] {
  const ofKind = (kind: EvidenceRow['kind'], title: string): KnownBlock[] => {
    const said = quotes.filter((quote) => quote.kind === kind);
    if (said.length === 0) return [];
    const lines = said.flatMap((quote) => quoteLines(quote.quote, quote, view, QUOTE));
    return [richText(line(bold(title)), ...lines)];
  };
  return [
    { type: 'divider' },
    richText(line(bold(`${ref} `), words(label(name, 200)))),
    ...ofKind('evidence', 'What people said'),
    ...ofKind('counterEvidence', 'What speaks against it'),
  ];
}
