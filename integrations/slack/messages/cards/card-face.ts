import type { KnownBlock } from '@slack/types';
import { cut } from '../../../../src/words.js';
import type { CardMaterial } from '../../card-material.js';
import { type Names, withShownNames } from '../person-name.js';
import type { Audience } from '../quotes.js';
import { line, richText, words } from '../rich-text.js';

/** What one type of card shows between its headline and its moves. */
export interface CardFace {
  /** With its emoji; at most 150 characters. */
  title: string;
  blocks: KnownBlock[];
}

export type Face = (material: CardMaterial, options: Audience) => CardFace;

const SUMMARY = 900;

/** What the card says in one or two sentences, its people's names as the team shows them. */
export const summaryText = ({ card, sourceItem }: CardMaterial, names: Names): string =>
  withShownNames(card.summary, [card.participantName, sourceItem?.participantName], names);

export const summary = (material: CardMaterial, { names }: { names: Names }): KnownBlock =>
  richText(line(words(cut(summaryText(material, names), SUMMARY))));

/** The studies a card is about, by name. */
export const studyNames = ({ card }: CardMaterial, most = 3): string => {
  const names = card.studies.slice(0, most).map((study) => cut(study.name, 80));
  const rest = card.studies.length - names.length;
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};
