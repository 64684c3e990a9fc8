import type { KnownBlock } from '@slack/types';
import type { HistoryRow } from '../../../db/queries/card-material.js';
import { localTime } from '../blocks/age.js';
import type { CardOptions } from '../blocks/card-options.js';
import { actor, markedLine, type Naming } from '../blocks/history-line.js';
import { context } from '../blocks/text.js';
import type { CardMaterial } from './card-material.js';

/** True if the card is pending and snoozed until a future time. */
export const isSnoozed = (card: CardMaterial['card'], now: Date): boolean =>
  card.resolvedAt === null && card.snoozedUntil !== null && card.snoozedUntil > now;

/** The status of the card and its recommendation, and the users who set it; the card's thread has the rest. */
export function statusBlocks(
  { card, history }: CardMaterial,
  { now, version }: Pick<CardOptions, 'now' | 'version'>,
): KnownBlock[] {
  const naming: Naming = version === 0 ? 'named' : 'mentioned';
  const latest = latestOfEach(history);
  const snooze = latest.find(({ action }) => action === 'snooze');
  const lines = latest.filter((row) => row !== snooze).map((row) => markedLine(row, naming));
  if (isSnoozed(card, now)) {
    const by = snooze ? ` by ${actor(snooze, naming)}` : '';
    lines.unshift(`:zzz: Snoozed until ${localTime(card.snoozedUntil!)}${by}`);
  }
  if (card.resolvedAt !== null && latest.length === 0) {
    lines.push(`:white_check_mark: Resolved ${localTime(card.resolvedAt)}`);
  }
  return lines.map(context);
}

const OF_THE_CARD: ReadonlySet<string> = new Set(['resolve', 'bring_back', 'snooze', 'wake']);

/** The most recent card action, decision and link, in history order. */
function latestOfEach(history: readonly HistoryRow[]): HistoryRow[] {
  const kinds = new Set<string>();
  return history.filter(({ action }) => {
    const kind = OF_THE_CARD.has(action)
      ? 'card'
      : action === 'link_work_item'
        ? action
        : 'decision';
    const isNew = !kinds.has(kind);
    kinds.add(kind);
    return isNew;
  });
}
