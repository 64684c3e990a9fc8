import type { KnownBlock } from '@slack/types';
import type { WaitingTopic } from '../../../src/analysis/synthesize.js';
import { counted, people } from '../../../src/core/words.js';
import { beliefButton } from './belief-buttons.js';
import { literal, mrkdwn } from './text.js';

/** Themes found when no belief was. */
export interface NoBeliefs {
  topics: readonly WaitingTopic[];
  topicsWaiting: number;
}

const LABEL = 120;

/** Says that interviews produced themes but no belief, and offers the two ways to continue. */
export const noBeliefsBlocks = ({ topics, topicsWaiting }: NoBeliefs): KnownBlock[] => [
  {
    type: 'section',
    text: mrkdwn(
      `*No belief yet.* Your interviews gave ${counted(topicsWaiting, 'theme')}, but nothing that enough people say has an entry in the codebook. Two ways on:\n1. Name a theme: what people say in it becomes a belief.`,
    ),
  },
  ...topics.map(
    (topic): KnownBlock => ({
      type: 'section',
      text: mrkdwn(`“${literal(topic.label, LABEL)}” · ${people(topic.people)}`),
      accessory: beliefButton('theme.name', 'Name it…', topic.themeId),
    }),
  ),
  {
    type: 'section',
    text: mrkdwn(
      '2. Connect a language model, which finds beliefs that no entry foresees: an operator sets `LLM_PROVIDER` (docs/local-models.md in the service’s folder starts with nothing), and the interviews are ingested again.',
    ),
  },
];
