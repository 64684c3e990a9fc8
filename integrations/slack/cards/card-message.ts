import { createHash } from 'node:crypto';
import type { HeaderBlock, HomeView } from '@slack/types';
import type { Names } from '../../../src/beliefs/participants/shown-name.js';
import type { Context } from '../../../src/core/context.js';
import { cut } from '../../../src/core/words.js';
import type { Message } from '../blocks/message.js';
import type { CardOptions } from '../blocks/quotes.js';
import { showPeople } from '../blocks/show-people.js';
import { escaped, label, ours } from '../blocks/text.js';
import type { Slack } from '../connection/slack.js';
import { actionBlocks } from './action-blocks.js';
import { type CardMaterial, readCardMaterial } from './card-material.js';
import { plainTitle, subjectText } from './card-subject.js';
import { contentOf } from './content-by-type.js';
import { layoutCard } from './layout.js';
import { statusBlocks, workItemBlocks } from './status.js';

/**
 * Renders a card as a Slack message: its title, why it appears now, the most important quotes, what was done, and
 * the actions allowed now. Pure. The evidence stays in every state of the card.
 */
export function cardMessage(material: CardMaterial, options: CardOptions): Message {
  const content = contentOf(material, options);
  const title: HeaderBlock = { type: 'header', text: ours(cut(content.title, 150)) };
  return {
    text: sentence(material, content.title, options),
    blocks: [
      title,
      ...layoutCard(content, material, options),
      ...workItemBlocks(material.recommendation, options),
      ...statusBlocks(material, options),
      ...actionBlocks(material, options),
    ],
  };
}

function sentence(material: CardMaterial, title: string, { names }: CardOptions): string {
  const { card, recommendation } = material;
  // the title of a decided recommendation includes the decision
  const isDecided =
    card.type === 'new_recommendation' && recommendation && recommendation.state !== 'open';
  const state = card.resolvedAt === null || isDecided ? '' : 'Resolved: ';
  const what = escaped(label(subjectText(material, { names }), 300)).replace(/[.!?]?$/, '.');
  return `${state}${plainTitle(title)}: ${what}`;
}

/**
 * Hash of the visible content: equal for two renderings that look the same. Compare renderings of the same
 * version.
 */
export const renderingHash = (rendering: Message | HomeView): string =>
  createHash('sha256').update(JSON.stringify(rendering)).digest('hex');

interface Rendering {
  material: CardMaterial;
  message: Message;
  /** Hash of the visible content, without the version. */
  hash: string;
}

/** Renders a card from the database; undefined if it does not exist. */
export async function renderCard(
  ctx: Context,
  slack: Slack,
  actionCardId: string,
  version: number,
  view: { showQuotes: boolean; names: Names },
): Promise<Rendering | undefined> {
  const material = await readCardMaterial(ctx, actionCardId);
  if (!material) return undefined;
  const options: CardOptions = {
    now: ctx.now,
    version,
    ...view,
    pages: slack.pages,
    trackers: [...slack.trackers.values()],
    ...(slack.addressRules ? { addressRules: slack.addressRules } : {}),
  };
  const [message, plain] = await showPeople(ctx, view.names, [
    cardMessage(material, options),
    cardMessage(material, { ...options, version: 0 }),
  ] as const);
  return { material, message, hash: renderingHash(plain) };
}
