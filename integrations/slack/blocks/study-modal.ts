import type { KnownBlock, ModalView } from '@slack/types';
import type { Study } from '../../../db/entities/study.js';
import { cut } from '../../../src/core/words.js';
import { bold, bullets, line, richText, words } from './rich-text.js';
import { label, ours } from './text.js';

/** Well below Slack's limit for the text of one block. */
const OBJECTIVE = 2500;
const QUESTION = 500;
const QUESTIONS = 20;

type Draft = Pick<Study, 'studyId' | 'name' | 'status' | 'objective' | 'learningTargets'>;

/** A drafted study, shown to the user who asked for it. */
export const studyModal = (study: Draft): ModalView => ({
  type: 'modal',
  title: ours(study.status === 'draft' ? 'Draft study' : 'Study'),
  close: ours('Close'),
  blocks: [
    { type: 'header', text: ours(label(study.name, 150)) },
    ...(isWritten(study) ? plan(study) : [beingWritten(), showAgain(study.studyId)]),
  ],
});

/** True once the objective or questions exist; both are written in the background. */
export const isWritten = ({ objective, learningTargets }: Draft): boolean =>
  Boolean(objective) || learningTargets.length > 0;

function plan({ objective, learningTargets }: Draft): KnownBlock[] {
  const asked = learningTargets
    .slice(0, QUESTIONS)
    .map(({ question }) => [words(cut(question, QUESTION))]);
  return [
    ...(objective ? [richText(line(bold('Why')), line(words(cut(objective, OBJECTIVE))))] : []),
    ...(asked.length > 0 ? [richText(line(bold('It asks')), bullets(asked))] : []),
  ];
}

const beingWritten = (): KnownBlock => ({
  type: 'section',
  text: ours(':hourglass_flowing_sand: Its questions are being written. This takes a few seconds.'),
});

const showAgain = (studyId: string): KnownBlock => ({
  type: 'actions',
  elements: [
    { type: 'button', action_id: 'study.read', value: studyId, text: ours('Show the questions') },
  ],
});
