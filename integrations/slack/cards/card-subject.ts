import type { RichTextBlock } from '@slack/types';
import type { Context } from '../../../src/core/context.js';
import { notFound } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { cut } from '../../../src/core/words.js';
import type { Viewing } from '../blocks/quotes.js';
import { bold, line, richText, words } from '../blocks/rich-text.js';
import { showPeople } from '../blocks/show-people.js';
import { label } from '../blocks/text.js';
import { summaryText } from './card-content.js';
import { type CardMaterial, readCardMaterial } from './card-material.js';
import { contentOf } from './content-by-type.js';

const SUBJECT = 300;

/** A card's title without its emoji. */
export const plainTitle = (title: string): string => title.replace(/^:[a-z_]+:\s*/, '');

/** The subject of a card in one line: its recommendation's title, or else its summary. */
export const subjectText = (material: CardMaterial, { names }: Pick<Viewing, 'names'>): string =>
  material.card.type === 'new_recommendation' && material.recommendation
    ? label(material.recommendation.title, SUBJECT)
    : cut(summaryText(material, names), SUBJECT);

/** Names a modal's card: its kind and its subject. */
function subjectBlock(material: CardMaterial, view: Viewing): RichTextBlock {
  const { title } = contentOf(material, { ...view, showQuotes: true });
  return richText(line(bold(plainTitle(title))), line(words(subjectText(material, view))));
}

/** The block that names a modal's card. Throws `not_found`. */
export async function cardSubject(ctx: Context, actionCardId: string): Promise<RichTextBlock> {
  const material = await readCardMaterial(ctx, actionCardId);
  if (!material) throw notFound('action card', actionCardId);
  const { names } = await readSettings(ctx.db);
  return showPeople(ctx, names, subjectBlock(material, { now: ctx.now, names }));
}
