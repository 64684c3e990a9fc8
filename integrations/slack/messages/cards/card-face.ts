import type { KnownBlock } from '@slack/types';
import type { CardMaterial } from '../../card-material.js';
import { line, richText, words } from '../rich-text.js';
import { cut } from '../text.js';

/** What one type of card shows between its headline and its moves. */
export interface CardFace {
  /** With its emoji; at most 150 characters. */
  title: string;
  blocks: KnownBlock[];
}

export interface FaceOptions {
  now: Date;
  /** False where people of other organisations read along. */
  showQuotes: boolean;
}

export type Face = (material: CardMaterial, options: FaceOptions) => CardFace;

const SUMMARY = 900;

export const summary = ({ card }: CardMaterial): KnownBlock =>
  richText(line(words(cut(card.summary, SUMMARY))));

/** The studies a card is about, by name. */
export const studyNames = ({ card }: CardMaterial, most = 3): string => {
  const names = card.studies.slice(0, most).map((study) => cut(study.name, 80));
  const rest = card.studies.length - names.length;
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};
