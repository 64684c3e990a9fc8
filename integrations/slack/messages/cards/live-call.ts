import type { KnownBlock } from '@slack/types';
import type { CardMaterial } from '../../card-material.js';
import { age } from '../age.js';
import { beliefBlocks } from '../belief.js';
import { shownName } from '../person-name.js';
import { type Audience, noQuotesHere, quoteLines } from '../quotes.js';
import { bold, line, richText, words } from '../rich-text.js';
import { label } from '../text.js';
import { type Face, studyNames, summary } from './card-face.js';

const TITLES = {
  churn_risk: 'Call someone who may leave',
  emotional_intensity: 'Call someone who felt strongly',
  contradicts_signal: 'Call someone who disagrees',
} as const;
const QUOTE = 2000;

function contact({ card }: CardMaterial, { now, showQuotes, names }: Audience): KnownBlock {
  const name = card.participantName ? shownName(card.participantName, names) : 'This person';
  const email =
    card.participantEmail && showQuotes && names !== 'hidden'
      ? label(card.participantEmail, 200)
      : undefined;
  const last = card.lastContactedAt
    ? `last contacted ${age(card.lastContactedAt, now)}`
    : 'not contacted yet';
  const how = email ? `${email} · ${last}` : last;
  return richText(line(bold(name), words(` · ${how}`, { italic: true })));
}

function said(material: CardMaterial, options: Audience): KnownBlock[] {
  const { card, sourceItem } = material;
  if (card.quote === null) return [];
  if (!options.showQuotes) return [noQuotesHere()];
  const attribution = {
    participantName: card.participantName ?? 'Somebody',
    studyName: sourceItem?.studyName ?? (studyNames(material, 1) || 'no study'),
    capturedAt: sourceItem?.capturedAt ?? card.createdAt,
  };
  return [richText(...quoteLines(card.quote, attribution, options, QUOTE))];
}

export const liveCall: Face = (material, options) => ({
  title: `:telephone_receiver: ${material.card.reason ? TITLES[material.card.reason] : 'Someone to call'}`,
  blocks: [
    summary(material, options),
    contact(material, options),
    ...said(material, options),
    ...beliefBlocks(material.beliefs, options.now),
  ],
});
