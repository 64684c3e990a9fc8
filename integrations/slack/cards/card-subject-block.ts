import type { RichTextBlock } from '@slack/types';
import { cut } from '../../../src/core/words.js';
import type { Viewing } from '../blocks/quotes.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { label } from '../blocks/text.js';
import { summaryText } from './card-face.js';
import type { CardMaterial } from './card-material.js';
import { faceOf } from './faces.js';

const SUBJECT = 300;

/** A card's title without its emoji. */
export const plainTitle = (title: string): string => title.replace(/^:[a-z_]+:\s*/, '');

/** The subject of a card in one line: its recommendation's title, else its summary. */
export const subjectText = (material: CardMaterial, { names }: Pick<Viewing, 'names'>): string =>
  material.card.type === 'new_recommendation' && material.recommendation
    ? label(material.recommendation.title, SUBJECT)
    : cut(summaryText(material, names), SUBJECT);

/** Names a modal's card: its kind and its subject. */
export function subjectBlock(material: CardMaterial, view: Viewing): RichTextBlock {
  const { title } = faceOf(material, { ...view, showQuotes: true });
  return richText(line(bold(plainTitle(title))), line(words(subjectText(material, view))));
}
