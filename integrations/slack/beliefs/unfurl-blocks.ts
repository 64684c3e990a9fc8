import type { KnownBlock } from '@slack/types';
import type { BeliefRow } from '../../../db/queries/card-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { RecommendationRow } from '../../../db/queries/recommendations.js';
import type { SignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import type { StudyReadout } from '../../../src/beliefs/studies/read-readout.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { counted, cut, people } from '../../../src/core/words.js';
import { beliefBlocks, beliefLines } from '../blocks/belief.js';
import { type Audience, noQuotesHere, quoteLines, type Viewing } from '../blocks/quotes.js';
import { bold, boldLink, line, richText, words } from '../blocks/rich-text.js';
import { label } from '../blocks/text.js';
import type { Linked } from './linked.js';

const QUOTE = 400;
const THEMES = 5;

export function unfurlBlocks(linked: Linked, view: Audience): KnownBlock[] {
  switch (linked.kind) {
    case 'signal':
      return signalUnfurl(linked.packet, view);
    case 'recommendation':
      return recommendationUnfurl(linked.recommendation, linked.beliefs, view);
    case 'study':
      return studyUnfurl(linked.readout, view);
  }
}

/** The preview of a belief: confidence, and the strongest quote for and against. */
export function signalUnfurl(packet: SignalPacket, view: Audience): KnownBlock[] {
  const { signal, evidence, counterEvidence } = packet;
  const strongest = (rows: readonly EvidenceRow[]) =>
    rows.slice(0, 1).flatMap((row) => quoteLines(row.quote, row, view, QUOTE));
  const against = strongest(counterEvidence);
  const quotes = [
    ...strongest(evidence),
    ...(against.length > 0 ? [line(bold('On the other hand')), ...against] : []),
  ];
  return [
    richText(beliefLines(signal, view), line(words(cut(signal.description, 400)))),
    ...(quotes.length === 0 ? [] : [view.showQuotes ? richText(...quotes) : noQuotesHere()]),
  ];
}

/** The preview of a recommendation: the proposal, its status, and its beliefs. */
export const recommendationUnfurl = (
  recommendation: RecommendationRow,
  beliefs: readonly BeliefRow[],
  view: Viewing,
): KnownBlock[] => [
  richText(
    line(
      boldLink(pageAddress(view.pages, recommendation), label(recommendation.title, 200)),
      words(` · ${recommendation.state} · ${recommendation.confidence} confidence`, {
        italic: true,
      }),
    ),
    line(words(cut(recommendation.body, 400))),
  ),
  ...beliefBlocks(beliefs, view),
];

/** The preview of a study: its progress, its summary, and the themes with the most people. */
const studyUnfurl = (readout: StudyReadout, view: Viewing): KnownBlock[] => {
  const { study } = readout;
  const about = aboutStudy(readout);
  return [
    richText(
      line(
        boldLink(pageAddress(view.pages, study), label(study.name, 200)),
        words(` · ${standingOfStudy(readout)}`, { italic: true }),
      ),
      ...(about.trim() === '' ? [] : [line(words(cut(about, 400)))]),
      ...foundIn(readout).map((theme) => line(words(`• ${theme}`))),
    ),
  ];
};

/** The findings of a study, or else its objective. */
export const aboutStudy = ({ study }: StudyReadout): string =>
  study.summary?.narrative ?? study.objective ?? '';

/** The progress of a study, in one line. */
export const standingOfStudy = ({ study }: StudyReadout): string =>
  [
    study.status,
    people(study.participantCount),
    `${study.analyzedCount} of ${counted(study.sourceItemCount, 'interview')} read`,
    counted(study.themeCount, 'theme'),
  ].join(' · ');

/** The themes with the most people, one line each. */
export const foundIn = ({ themes }: StudyReadout): string[] =>
  themes
    .slice(0, THEMES)
    .map((theme) => `${label(theme.label, 150)} (${people(theme.participantCount)})`);
