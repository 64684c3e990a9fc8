import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import type { BeliefRow } from '../../../db/queries/card-material.js';
import { confidenceBand, signalConfidence } from '../../../src/signals/confidence.js';
import { isStale } from '../../../src/signals/freshness.js';
import { signalRef } from '../../../src/signals/ref.js';
import { counted } from '../../../src/words.js';
import { age } from './age.js';
import { bold, line, richText, words } from './rich-text.js';
import { label } from './text.js';

const MOVEMENT = {
  new: 'new',
  rising: 'rising',
  declining: 'declining',
  stable: undefined,
} as const;

/** How sure one can be of a belief and why, in one line: people, studies, confidence, movement, age. */
export function standing(belief: BeliefRow, now: Date): string {
  const sure = signalConfidence(belief, now);
  const parts = [
    `${counted(belief.participantCount, 'person', 'people')} in ${counted(belief.studyCount, 'study', 'studies')}`,
    belief.counterParticipantCount > 0 ? `${belief.counterParticipantCount} against` : undefined,
    `${confidenceBand(sure)} confidence (${Math.round(sure * 100)}%)`,
    belief.archived ? 'closed' : MOVEMENT[belief.trajectory],
    `last heard ${age(belief.latestCapturedAt, now)}`,
    isStale(belief.latestCapturedAt, now) && !belief.archived ? 'stale' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** A belief with its handle and its standing. */
export const beliefLines = (belief: BeliefRow, now: Date): RichTextBlockElement => {
  const name = label(belief.label, 200);
  return line(
    bold(`${signalRef(belief.refNumber)} `),
    words(`${name}\n`),
    words(standing(belief, now), { italic: true }),
  );
};

/** The belief a card is about; the others of a recommendation by their handles only. */
export function beliefBlocks(beliefs: readonly BeliefRow[], now: Date): KnownBlock[] {
  const [first, ...others] = beliefs;
  if (!first) return [];
  const also = others.map((belief) => signalRef(belief.refNumber)).join(', ');
  return [
    richText(
      beliefLines(first, now),
      ...(also ? [line(words(`Also rests on ${also}.`, { italic: true }))] : []),
    ),
  ];
}
