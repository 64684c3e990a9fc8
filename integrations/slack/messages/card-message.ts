import { createHash } from 'node:crypto';
import type { HeaderBlock, HomeView, KnownBlock } from '@slack/types';
import { cut } from '../../../src/words.js';
import type { CardMaterial } from '../card-material.js';
import type { CardOptions } from './card-options.js';
import { summaryText } from './cards/card-face.js';
import { FACES } from './cards/faces.js';
import { moveBlocks } from './moves.js';
import { statusBlocks } from './status.js';
import { escaped, label, ours } from './text.js';
import { workItemBlocks } from './work-items.js';

export interface Message {
  /** A full sentence: what notifications and screen readers say. */
  text: string;
  blocks: KnownBlock[];
}

/**
 * A card as a Slack message: what it is, why now, the quotes that matter, what was done, and the moves
 * allowed now. Pure; the evidence stays whatever happens to the card.
 */
export function cardMessage(material: CardMaterial, options: CardOptions): Message {
  const face = FACES[material.card.type](material, options);
  const title: HeaderBlock = { type: 'header', text: ours(cut(face.title, 150)) };
  return {
    text: sentence(material, face.title, options),
    blocks: [
      title,
      ...face.blocks,
      ...workItemBlocks(material.recommendation),
      ...statusBlocks(material, options),
      ...moveBlocks(material, options),
    ],
  };
}

function sentence(material: CardMaterial, title: string, { names }: CardOptions): string {
  const name = title.replace(/^:[a-z_]+:\s*/, '');
  const state = material.card.resolvedAt === null ? '' : 'Resolved: ';
  const what = escaped(label(summaryText(material, names), 300)).replace(/[.!?]?$/, '.');
  return `${state}${name}: ${what}`;
}

/** Equal for two renderings that look the same; give it those of one version. */
export const renderingHash = (rendering: Message | HomeView): string =>
  createHash('sha256').update(JSON.stringify(rendering)).digest('hex');
