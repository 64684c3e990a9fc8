import type { KnownBlock } from '@slack/types';
import { signalRef } from '../../../../src/signals/ref.js';
import type { CardMaterial } from '../../card-material.js';
import { age } from '../age.js';
import { beliefBlocks } from '../belief.js';
import { shownName } from '../person-name.js';
import { noQuotesHere, quoteLines } from '../quotes.js';
import { bold, line, richText, words } from '../rich-text.js';
import { label } from '../text.js';
import { type Face, type FaceOptions, studyNames, summary } from './card-face.js';

const REASONS = {
  churn_risk: 'may be about to leave',
  emotional_intensity: 'spoke with strong emotion',
  contradicts_signal: 'contradicts what you believe',
} as const;
const QUOTE = 2000;

function contact({ card }: CardMaterial, { now, showQuotes, names }: FaceOptions): KnownBlock {
  const name = card.participantName ? shownName(card.participantName, names) : 'This person';
  const why = card.reason ? ` ${REASONS[card.reason]}.` : ' is worth a call.';
  const last = card.lastContactedAt
    ? `last contacted ${age(card.lastContactedAt, now)}`
    : undefined;
  const email =
    card.participantEmail && showQuotes && names !== 'hidden'
      ? label(card.participantEmail, 200)
      : undefined;
  const how = [email, last ?? 'not contacted yet'].filter((part) => part !== undefined).join(' · ');
  return richText(line(bold(name), words(`${why}\n`), words(how, { italic: true })));
}

function said(material: CardMaterial, options: FaceOptions): KnownBlock[] {
  const { card, beliefs, sourceItem } = material;
  if (card.quote === null) return [];
  if (!options.showQuotes) return [noQuotesHere()];
  const attribution = {
    participantName: card.participantName ?? 'Somebody',
    studyName: sourceItem?.studyName ?? (studyNames(material, 1) || 'no study'),
    capturedAt: sourceItem?.capturedAt ?? card.createdAt,
    ...(beliefs[0] ? { ref: signalRef(beliefs[0].refNumber) } : {}),
  };
  return [richText(...quoteLines(card.quote, attribution, options, QUOTE))];
}

export const liveCall: Face = (material, options) => ({
  title: ':telephone_receiver: Someone to call',
  blocks: [
    contact(material, options),
    ...said(material, options),
    summary(material, options),
    ...beliefBlocks(material.beliefs, options.now),
  ],
});
