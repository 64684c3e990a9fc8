import type { LearningTarget } from '../../db/entities/study.js';
import type { ThemeRow } from '../../db/queries/studies.js';
import { read } from '../../db/team-database.js';
import { shownName } from '../beliefs/participants/shown-name.js';
import { beliefsOfStudy } from '../beliefs/queries/follow-ups.js';
import { newThemesByInterview } from '../beliefs/queries/over-time.js';
import { themeStrength } from '../beliefs/signals/confidence.js';
import { signalRef } from '../beliefs/signals/ref.js';
import { readReadout, type StudyReadout } from '../beliefs/studies/read-readout.js';
import { counted, people } from '../core/words.js';
import { type Html, html, linked } from './html.js';
import { document, section } from './layout.js';
import { newThemesPlot } from './plots/new-themes.js';
import { dayOf } from './plots/scale.js';
import { prose, type Say, type View, type Visit, viewOf } from './visit.js';
import { STUDY_STATES } from './words.js';

const INTERVIEWS = 500;
const BELIEFS = 100;

/** The page of a study with its findings. Throws `not_found`. */
export async function studyPage(visit: Visit, studyId: string): Promise<string> {
  const [readout, [interviews, beliefs], view] = await Promise.all([
    readReadout(visit.ctx, studyId),
    visit.ctx.db.together(
      read(newThemesByInterview, studyId, INTERVIEWS),
      read(beliefsOfStudy, studyId, BELIEFS),
    ),
    viewOf(visit),
  ]);
  const { study, themes } = readout;
  const { summary } = study;
  const say = await prose(view, [
    study.name,
    study.objective,
    ...study.openQuestions,
    ...study.learningTargets.map(({ question }) => question),
    summary?.narrative,
    ...(summary?.suggestedNextQuestions ?? []),
    ...themes.flatMap(({ label, description }) => [label, description]),
    ...beliefs.map(({ label }) => label),
  ]);
  const plot = newThemesPlot(interviews);
  return document(
    { title: say(study.name), index: visit.index, visitor: visit.visitor },
    html`
<article>
<p class="kind">Study</p>
<h1 dir="auto">${say(study.name)}</h1>
<ul class="tags"><li class="tag">${STUDY_STATES[study.status]}</li><li class="tag">${counted(study.sourceItemCount, 'interview')}, ${study.analyzedCount} analyzed</li><li class="tag">${people(study.participantCount)}</li><li class="tag">since ${dayOf(study.createdAt)}</li></ul>
${study.objective && html`<p dir="auto" class="pre">${say(study.objective)}</p>`}
${section('What it found', summary !== null && html`<p dir="auto" class="pre">${say(summary.narrative)}</p><p class="lines">${summary.confidence} confidence · written ${dayOf(summary.lastUpdated)}</p>`)}
${section('New themes per interview', plot && html`<figure>${plot}</figure>`)}
${section('Coverage of its targets', study.learningTargets.length > 0 && targets(readout, say))}
${section('Beliefs it relates to', beliefs.length > 0 && html`<ul class="rows">${beliefs.map(({ signalId, refNumber, label }) => html`<li><p dir="auto">${linked(visit.to({ signalId }), `${signalRef(refNumber)} ${say(label)}`)}</p></li>`)}</ul>`)}
${section('Themes', themes.length > 0 && html`<ul class="rows">${themes.map((theme) => themeEntry(theme, say, view))}</ul>`)}
${section('Open questions', questions(study.openQuestions, say))}
${section('Worth asking next', questions(summary?.suggestedNextQuestions ?? [], say))}
</article>`,
  );
}

const questions = (texts: readonly string[], say: Say): Html | false =>
  texts.length > 0 && html`<ul>${texts.map((text) => html`<li dir="auto">${say(text)}</li>`)}</ul>`;

function targets({ study, coverage }: StudyReadout, say: Say): Html {
  const thin = new Set(coverage.map(({ targetId }) => targetId));
  const row = ({ targetId, question, priority }: LearningTarget): Html => {
    const touched = Object.hasOwn(study.touched, targetId) ? study.touched[targetId] : 0;
    return html`<tr><th scope="row" dir="auto">${say(question)}</th><td>${priority}</td><td class="number">${touched} of ${study.analyzedCount}</td><td>${thin.has(targetId) ? 'thin' : ''}</td></tr>`;
  };
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Coverage of the targets"><table><thead><tr><th scope="col">Question</th><th scope="col">Priority</th><th scope="col" class="number">Interviews with substance</th><th scope="col">Note</th></tr></thead><tbody>${study.learningTargets.map(row)}</tbody></table></div>`;
}

const themeEntry = (theme: ThemeRow, say: Say, { names }: View): Html => html`
<li><p dir="auto"><strong>${say(theme.label)}</strong></p>
${theme.description && html`<p dir="auto">${say(theme.description)}</p>`}
<p class="lines">${people(theme.participantCount)} · ${themeStrength(theme.participantCount)} · ${theme.sentiment} · ${theme.trajectory}</p>
${theme.previewQuote !== null && html`<ol class="quotes"><li><blockquote dir="auto">${theme.previewQuote}</blockquote><p class="by">— <bdi>${shownName(theme.previewParticipantName ?? '', names)}</bdi></p></li></ol>`}</li>`;
