import type { KnownBlock } from '@slack/types';
import type { WaitingTopic } from '../../../src/analysis/synthesize.js';
import { counted, people } from '../../../src/core/words.js';
import { label, ours } from './text.js';

/** Themes found when no belief was. */
export interface NoBeliefs {
  topics: readonly WaitingTopic[];
  topicsWaiting: number;
}

const LABEL_LIMIT = 60;

/** Says that interviews produced themes but no belief, and offers two ways to continue. */
export const noBeliefsBlock = ({ topics, topicsWaiting }: NoBeliefs): KnownBlock => ({
  type: 'section',
  text: ours(
    `No belief yet: nothing that enough people say has an entry in the codebook. ${counted(topicsWaiting, 'theme')} wait: ${topics
      .map((topic) => `“${label(topic.label, LABEL_LIMIT)}” (${people(topic.people)})`)
      .join(
        ', ',
      )}. Two ways on: put a theme into words (theme promote), or connect a language model (LLM_PROVIDER).`,
  ),
});
