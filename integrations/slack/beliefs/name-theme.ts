import { Theme } from '../../../db/entities/evidence.js';
import { Study } from '../../../db/entities/study.js';
import { promoteTheme } from '../../../src/analysis/curate/promote-theme.js';
import { readEvidence } from '../../../src/beliefs/evidence/read-evidence.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { notFound } from '../../../src/core/errors.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { showPeople } from '../blocks/show-people.js';
import { askToDrawHomes } from '../delivery/request-home-redraw.js';
import type { Action, SubmissionHandler } from '../requests/handlers.js';
import { modalMeta } from '../requests/modals.js';
import { windowView } from './belief-actions.js';
import { nameThemeForm, themeNotice } from './belief-forms.js';
import { checkSentence, sentenceOf } from './belief-submissions.js';

const QUOTES_SHOWN = 8;

/** Shows a theme's quotes, and asks for the sentence that they support. */
export const askForSentence: Action = async (click) => {
  const { ctx, slack, subjectId: themeId, triggerId } = click;
  const theme = await ctx.db.findOne(Theme, { themeId });
  if (!theme) throw notFound('theme', themeId);
  const study = await ctx.db.findOne(Study, { studyId: theme.studyId });
  const { items, distinctParticipants } = await readEvidence(ctx, {
    ...{ themeIds: [themeId], includeCounterEvidence: false },
    ...{ limit: QUOTES_SHOWN, offset: 0 },
  });
  const { names } = await readSettings(ctx.db);
  const about = {
    label: theme.label,
    studyName: study?.name ?? '',
    people: distinctParticipants,
    quotes: items,
  };
  const form = nameThemeForm(about, { now: ctx.now, names }, modalMeta(click));
  const view = await showPeople(ctx, names, form);
  await slack.client.views.open({ trigger_id: triggerId, view });
};

/** Creates the belief, then shows other quotes that probably support it. */
export const submitSentence: SubmissionHandler = {
  check: checkSentence,
  waiting: () => themeNotice(':hourglass_flowing_sand: Making it a belief…'),
  failed: themeNotice,
  async run(click, entered) {
    const { ctx, slack, subjectId: themeId, view } = click;
    const made = await promoteTheme(ctx, themeId, sentenceOf(entered));
    await askToDrawHomes(ctx);
    const metadata = modalMeta({ ...click, subjectId: made.signalId }, { shows: 'likely' });
    const notice = `The theme is now belief ${signalRef(made.refNumber)}.`;
    const likely = await windowView(ctx, made.signalId, { shows: 'likely' }, metadata, notice);
    await slack.client.views.update({ view_id: view?.id ?? '', view: likely });
  },
};
