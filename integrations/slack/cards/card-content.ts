import { type Names, withShownNames } from '../../../src/beliefs/participants/shown-name.js';
import { cut } from '../../../src/core/words.js';
import type { Attribution, Audience } from '../blocks/quotes.js';
import { type Run, words } from '../blocks/rich-text.js';
import type { CardMaterial } from './card-material.js';

/** One paragraph of a card. */
export interface Part {
  runs: Run[];
  /** Maximum lines on the card; Details shows all of it. */
  most: number;
  bullet?: true;
}

export interface CardQuote extends Attribution {
  /** Absent for the quote that a call is about. */
  evidenceId?: string;
  quote: string;
  against: boolean;
}

/** The content of one type of card at full length; `layoutCard` fits it into the card's lines. */
export interface CardContent {
  /** Includes the emoji; at most 150 characters. */
  title: string;
  parts: Part[];
  /** Most important first. */
  quotes: CardQuote[];
  /** True if the card is about a disagreement: both sides get room, and its belief is not named. */
  bothSides?: true;
}

export type MakeContent = (material: CardMaterial, options: Audience) => CardContent;

export const part = (most: number, ...runs: Run[]): Part => ({ runs, most });

/** The card's summary, with participants named in the team's chosen form. */
export const summaryText = ({ card, sourceItem }: CardMaterial, names: Names): string =>
  withShownNames(card.summary, [card.participantName, sourceItem?.participantName], names);

export const summary = (material: CardMaterial, { names }: { names: Names }): Part =>
  part(2, words(summaryText(material, names)));

/** Names of the card's studies. */
export const studyNames = ({ card }: CardMaterial, most = 3): string => {
  const names = card.studies.slice(0, most).map((study) => cut(study.name, 80));
  const rest = card.studies.length - names.length;
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
};

/** The quotes of a card's belief or themes: the strongest for, the strongest against, then the others. */
export function quotesOfCard({ quotes }: CardMaterial): CardQuote[] {
  const all = quotes.map((row) => ({ ...row, against: row.kind === 'counterEvidence' }));
  const [first, ...others] = all.filter(({ against }) => !against);
  const [counter, ...counters] = all.filter(({ against }) => against);
  return [first, counter, ...others, ...counters].filter((quote) => quote !== undefined);
}
