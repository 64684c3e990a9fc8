import { setTimeout as sleep } from 'node:timers/promises';
import type { KnownBlock, ModalView } from '@slack/types';
import { Study } from '../../../db/entities/study.js';
import { cardGap } from '../../../db/queries/card-material.js';
import { draftStudy } from '../../../src/beliefs/research-gaps/draft-study.js';
import { cardChanged } from '../../../src/core/announce.js';
import type { Context } from '../../../src/core/context.js';
import { notFound } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { cut } from '../../../src/core/words.js';
import { bold, bullets, line, richText, words } from '../blocks/rich-text.js';
import { showPeople } from '../blocks/show-people.js';
import { label, ours } from '../blocks/text.js';
import type { Action, Click } from '../requests/handlers.js';
import { showView } from '../requests/modals.js';
import { refuseIfOutdated } from './refuse-outdated.js';

/**
 * Milliseconds to wait for the questions: without a model they are written at once; with a model, the modal's
 * button shows them later.
 */
const WRITING_MS = 1_500;
const LOOK_MS = 250;

/** Drafts the study that would close the card's gap, and opens it. */
export const draftStudyFor: Action = (click) =>
  refuseIfOutdated(click, async () => {
    const { ctx, subjectId } = click;
    const gap = await ctx.db.row(cardGap, subjectId);
    if (!gap) throw notFound('research gap for the card', subjectId);
    const { studyId } = await draftStudy(ctx, gap.researchGapId);
    await cardChanged(ctx, subjectId);
    await openStudy(click, studyId);
  });

/** Opens the study drafted for the card's gap. */
export const readDraft: Action = async (click) => {
  const gap = await click.ctx.db.row(cardGap, click.subjectId);
  if (!gap?.draftedStudyId) throw notFound('drafted study for the card', click.subjectId);
  await openStudy(click, gap.draftedStudyId);
};

/** Opens a study by its id, or refreshes it in its open modal. */
export const readStudy: Action = async (click) => {
  if (!click.view) return openStudy(click, click.subjectId);
  const { view } = await studyView(click.ctx, click.subjectId);
  await showView(click, click.view.id, view);
};

async function openStudy(click: Click, studyId: string): Promise<void> {
  const { slack, ctx, triggerId } = click;
  const first = await studyView(ctx, studyId);
  const opened = await slack.client.views.open({ trigger_id: triggerId, view: first.view });
  let { written } = first;
  for (let waited = 0; !written && waited < WRITING_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const again = await studyView(ctx, studyId);
    written = again.written;
    if (written) await showView(click, opened.view?.id ?? '', again.view);
  }
}

async function studyView(
  ctx: Context,
  studyId: string,
): Promise<{ view: ModalView; written: boolean }> {
  const study = await ctx.db.findOne(Study, { studyId });
  if (!study) throw notFound('study', studyId);
  const { names } = await readSettings(ctx.db);
  return { view: await showPeople(ctx, names, studyModal(study)), written: isWritten(study) };
}

/** Well below Slack's limit for the text of one block. */
const OBJECTIVE = 2500;
const QUESTION = 500;
const QUESTIONS = 20;

type Draft = Pick<Study, 'studyId' | 'name' | 'status' | 'objective' | 'learningTargets'>;

/** A drafted study, shown to the user who asked for it. */
const studyModal = (study: Draft): ModalView => ({
  type: 'modal',
  title: ours(study.status === 'draft' ? 'Draft study' : 'Study'),
  close: ours('Close'),
  blocks: [
    { type: 'header', text: ours(label(study.name, 150)) },
    ...(isWritten(study) ? plan(study) : [beingWritten(), showAgain(study.studyId)]),
  ],
});

/** True once the objective or questions exist; both are written in the background. */
const isWritten = ({ objective, learningTargets }: Draft): boolean =>
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
