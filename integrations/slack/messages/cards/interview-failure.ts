import type { KnownBlock } from '@slack/types';
import type { CardSourceItemRow } from '../../../../db/queries/card-material.js';
import { age } from '../age.js';
import { shownName } from '../person-name.js';
import type { Audience } from '../quotes.js';
import { italic, line, richText } from '../rich-text.js';
import { label } from '../text.js';
import { type Face, summary } from './card-face.js';

const STATES: Partial<Record<CardSourceItemRow['status'], string>> = {
  failed: 'the interview failed',
  analysis_failed: 'the analysis failed',
};

const which = (item: CardSourceItemRow, { now, names }: Audience): KnownBlock => {
  const state = STATES[item.status] ?? `now ${item.status.replaceAll('_', ' ')}`;
  const who = `${shownName(item.participantName, names)} · ${label(item.studyName, 80)}`;
  return richText(line(italic(`${who} · ${age(item.capturedAt, now)} · ${state}`)));
};

export const interviewFailure: Face = (material, options) => ({
  title: ':warning: An interview needs attention',
  blocks: [
    summary(material, options),
    ...(material.sourceItem ? [which(material.sourceItem, options)] : []),
  ],
});
