import type { KnownBlock } from '@slack/types';
import type { CardMaterial } from '../card-material.js';
import { localTime } from './age.js';
import type { CardOptions } from './card-options.js';
import { historyLine } from './history-line.js';
import { context } from './text.js';

/** Pending and hidden until a moment that is still to come. */
export const isSnoozed = (card: CardMaterial['card'], now: Date): boolean =>
  card.resolvedAt === null && card.snoozedUntil !== null && card.snoozedUntil > now;

/** What people did, newest first, and how long a snooze lasts. */
export function statusBlocks(
  material: CardMaterial,
  { now, version }: Pick<CardOptions, 'now' | 'version'>,
): KnownBlock[] {
  const { card, history } = material;
  const blocks: KnownBlock[] = [];
  if (isSnoozed(card, now)) {
    blocks.push(context(`:zzz: Snoozed until ${localTime(card.snoozedUntil!)}`));
  }
  if (card.resolvedAt !== null && history.length === 0) {
    blocks.push(context(`:white_check_mark: Resolved ${localTime(card.resolvedAt)}`));
  }
  for (const row of history) {
    blocks.push(
      context(
        `${card.resolvedAt ? ':white_check_mark:' : ':memo:'} ${historyLine(row, version === 0 ? 'named' : 'mentioned')}`,
      ),
    );
  }
  return blocks;
}
