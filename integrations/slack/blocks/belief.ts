import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import type { BeliefRow } from '../../../db/queries/card-material.js';
import { confidenceBand, signalConfidence } from '../../../src/beliefs/signals/confidence.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { isStale } from '../../../src/beliefs/signals/trajectory.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { counted, listed } from '../../../src/core/words.js';
import { age } from './local-time.js';
import type { Viewing } from './quotes.js';
import { boldLink, line, richText, withRefsLinked, words } from './rich-text.js';
import { itemLink, label } from './text.js';

const MOVEMENT = {
  new: 'new',
  rising: 'rising',
  declining: 'declining',
  stable: undefined,
} as const;

interface StandingOptions {
  /** True for the shorter form that a card has room for. */
  compact?: boolean;
  /** A movement that the heading above already tells. */
  told?: string;
}

/** Confidence in a belief and its reasons, in one line: people, studies, movement, age. */
export function standing(
  belief: BeliefRow,
  now: Date,
  { compact = false, told }: StandingOptions = {},
): string {
  const movement = MOVEMENT[belief.trajectory];
  const heard = age(belief.latestCapturedAt, now);
  const sure = signalConfidence(belief, now);
  const parts = [
    `${counted(belief.participantCount, 'person', 'people')} in ${counted(belief.studyCount, 'study', 'studies')}`,
    belief.counterParticipantCount > 0 ? `${belief.counterParticipantCount} against` : undefined,
    `${confidenceBand(sure)} confidence${compact ? '' : ` (${Math.round(sure * 100)}%)`}`,
    belief.archived ? 'closed' : movement === told ? undefined : movement,
    belief.latestCapturedAt === null ? heard : `${compact ? '' : 'last '}heard ${heard}`,
    isStale(belief.latestCapturedAt, now) && !belief.archived ? 'stale' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** A belief with its handle and its status. */
export const beliefLines = (
  belief: BeliefRow,
  { now, pages }: Pick<Viewing, 'now' | 'pages'>,
  options: StandingOptions = {},
): RichTextBlockElement => {
  const name = label(belief.label, 200);
  return line(
    boldLink(pageAddress(pages, belief), signalRef(belief.refNumber)),
    words(` ${name}\n`),
    words(standing(belief, now, options), { italic: true }),
  );
};

/** The belief of a card; a recommendation's other beliefs are listed by handle only. */
export function beliefBlocks(
  beliefs: readonly BeliefRow[],
  view: Pick<Viewing, 'now' | 'pages'>,
): KnownBlock[] {
  const [first, ...others] = beliefs;
  if (!first) return [];
  return [
    richText(beliefLines(first, view), ...(others.length > 0 ? [alsoBasedOn(others, view)] : [])),
  ];
}

/** A recommendation's other beliefs, by handle. */
export const alsoBasedOn = (
  others: readonly Handle[],
  { pages }: Pick<Viewing, 'pages'>,
): RichTextBlockElement => {
  const addresses = new Map(
    others.map((belief) => [signalRef(belief.refNumber), pageAddress(pages, belief)]),
  );
  const told = `Also based on ${listed([...addresses.keys()])}.`;
  return line(...withRefsLinked(told, (ref) => addresses.get(ref), { italic: true }));
};

type Handle = Pick<BeliefRow, 'signalId' | 'refNumber'>;

/** A belief's handle in mrkdwn. */
export function refLink(belief: Handle, pages: Viewing['pages']): string {
  const ref = signalRef(belief.refNumber);
  const address = pageAddress(pages, belief);
  return address === undefined ? ref : itemLink(address, ref);
}
