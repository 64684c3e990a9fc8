import { shownName } from '../../../src/beliefs/participants/shown-name.js';
import { age } from '../blocks/local-time.js';
import type { Audience } from '../blocks/quotes.js';
import { bold, words } from '../blocks/rich-text.js';
import { label } from '../blocks/text.js';
import {
  type CardQuote,
  type MakeContent,
  type Part,
  part,
  studyNames,
  summary,
} from './card-content.js';
import type { CardMaterial } from './card-material.js';

const TITLES = {
  churn_risk: 'Call someone who may leave',
  emotional_intensity: 'Call someone who felt strongly',
  contradicts_signal: 'Call someone who disagrees',
} as const;

function contact({ card }: CardMaterial, { now, showQuotes, names }: Audience): Part {
  const name = card.participantName ? shownName(card.participantName, names) : 'This person';
  const email =
    card.participantEmail && showQuotes && names !== 'hidden'
      ? label(card.participantEmail, 200)
      : undefined;
  const last = card.lastContactedAt
    ? `last contacted ${age(card.lastContactedAt, now)}`
    : 'not contacted yet';
  const how = email ? `${email} · ${last}` : last;
  return part(2, bold(name), words(` · ${how}`, { italic: true }));
}

function said(material: CardMaterial): CardQuote[] {
  const { card, sourceItem } = material;
  if (card.quote === null) return [];
  return [
    {
      quote: card.quote,
      participantName: card.participantName ?? 'Someone',
      studyName: sourceItem?.studyName ?? (studyNames(material, 1) || 'no study'),
      capturedAt: sourceItem?.capturedAt ?? card.createdAt,
      against: false,
    },
  ];
}

export const liveCall: MakeContent = (material, options) => ({
  title: `:telephone_receiver: ${material.card.reason ? TITLES[material.card.reason] : 'Someone to call'}`,
  parts: [summary(material, options), contact(material, options)],
  quotes: said(material),
});
