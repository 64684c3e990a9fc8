import type { KnownBlock } from '@slack/types';
import type { CardGapRow } from '../../../../db/queries/card-material.js';
import { cut } from '../../../../src/words.js';
import { bold, line, richText, words } from '../rich-text.js';
import { label } from '../text.js';
import { type Face, summary } from './card-face.js';
import { evidenceOf } from './evidence-of.js';

const GAPS = {
  missing_breadth: 'Too narrow a base',
  thin_counter_evidence: 'Nobody asked for the other side',
  topic_asymmetry: 'A question was left out',
  stale_evidence: 'The evidence is old',
  post_ship_verification: 'Shipped, and not checked since',
} as const;

/** What is missing, what would help, and the study that was drafted on it. */
export const weakness = (gap: CardGapRow): KnownBlock =>
  richText(
    line(bold(`${GAPS[gap.type]}: `), words(cut(gap.description, 600))),
    line(bold('Suggested: '), words(cut(gap.suggestedAction, 400))),
    ...(gap.draftedStudyName
      ? [line(bold('Drafted: '), words(label(gap.draftedStudyName, 150)))]
      : []),
  );

export const researchGap: Face = (material, options) => ({
  title: ':jigsaw: A gap in what you know',
  blocks: [
    material.gap ? weakness(material.gap) : summary(material, options),
    ...evidenceOf(material, options),
  ],
});
