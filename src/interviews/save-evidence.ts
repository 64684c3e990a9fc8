import { Evidence, type EvidenceKind, Theme } from '../../db/entities/evidence.js';
import { SourceItem, type Turn } from '../../db/entities/source-item.js';
import { Study } from '../../db/entities/study.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { themeNamed, whoSaved } from '../../db/queries/participants.js';
import { lockTeam } from '../../db/queries/teams.js';
import { quoteId, themeId } from '../analysis/ids.js';
import { refreshSearch } from '../answers/search/refresh-search.js';
import { recordHistory } from '../beliefs/history/history.js';
import { refreshFactsOf } from '../beliefs/signals/refresh-facts.js';
import { PUBLISH_CARDS } from '../core/announce.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidRequest, invalidTransition, notFound } from '../core/errors.js';
import { emit } from '../core/events.js';
import { day } from '../core/words.js';
import { addParticipant } from './queries/write-interviews.js';

/** Strength, 0 to 1, of a quote that a person chose. */
const STRENGTH = 0.7;
const THEME_LABEL_LIMIT = 120;

interface EvidenceToSave {
  /** The same id for the same message, so that it is saved once. */
  sourceItemId: string;
  studyId: string;
  /** A theme of the study, or a label; a theme is created if none has that label. */
  theme: { themeId: string } | { label: string };
  kind: EvidenceKind;
  participant: { participantId: string; displayName: string };
  /** The conversation around it, including the quote. */
  turns: readonly Turn[];
  /** The turn that contains the quote. */
  turn: number;
  /** A verbatim part of that turn. */
  quote: string;
  saidAt: Date;
  /** The permalink of the conversation, stored with the quote. */
  link?: string;
}

export interface SavedEvidence {
  evidenceId: string;
  studyName: string;
  themeLabel: string;
}

/**
 * Saves a quote from a conversation as evidence: a separate source item with one verbatim quote, which counts
 * immediately. Throws `invalid_transition`, naming the user, if it is already saved; `not_found` for an unknown
 * study or theme; and `invalid_request` if the quote is not in the turn.
 */
export const saveEvidence = (ctx: Context, input: EvidenceToSave): Promise<SavedEvidence> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const { sourceItemId, studyId, participant, turns } = input;
    await refuseSecond(tx, sourceItemId);
    const { quote, start } = verbatim(input);
    const study = await tx.db.findOne(Study, { studyId });
    if (!study) throw notFound('study', studyId);
    const theme = await themeOf(tx, input);
    await tx.db.rows(addParticipant, participant.participantId, participant.displayName, null);
    await tx.db.insert(SourceItem, {
      sourceItemId,
      studyId,
      participantId: participant.participantId,
      status: 'analyzed',
      capturedAt: input.saidAt,
      transcript: [...turns],
      interviewers: othersIn(turns, participant.displayName),
    });
    const evidenceId = quoteId(sourceItemId, input.turn, start, quote);
    await tx.db.insert(Evidence, {
      evidenceId,
      kind: input.kind,
      quote,
      note: input.link ?? null,
      themeId: theme.themeId,
      sourceItemId,
      capturedAt: input.saidAt,
      strength: STRENGTH,
      studyId,
      participantId: participant.participantId,
      qualifies: false, // updated with the facts below
    });
    await recordHistory(tx, {
      action: 'save_evidence',
      subjectType: 'source_item',
      subjectId: sourceItemId,
      detail: { evidenceId, studyId, themeId: theme.themeId, kind: input.kind, link: input.link },
    });
    await bringUpToDate(tx, sourceItemId, theme.themeId, studyId);
    return { evidenceId, studyName: study.name, themeLabel: theme.label };
  });

/** All other speakers; they are not participants of this source item. */
const othersIn = (turns: readonly Turn[], displayName: string): string[] => [
  ...new Set(turns.map(({ speaker }) => speaker).filter((speaker) => speaker !== displayName)),
];

async function refuseSecond(tx: Context, sourceItemId: string): Promise<void> {
  if (!(await tx.db.findOne(SourceItem, { sourceItemId }))) return;
  const first = await tx.db.row(whoSaved, sourceItemId);
  throw invalidTransition(
    first
      ? `${first.actorName} already saved this as evidence on ${day(first.at)}.`
      : 'This has already been saved as evidence.',
  );
}

function verbatim({ turns, turn, quote }: EvidenceToSave): { quote: string; start: number } {
  const words = quote.trim();
  const start = words ? (turns[turn]?.text.indexOf(words) ?? -1) : -1;
  if (start < 0) {
    throw invalidRequest('The quote must be copied verbatim from the message.');
  }
  return { quote: words, start };
}

async function themeOf(
  tx: Context,
  { theme, studyId }: EvidenceToSave,
): Promise<{ themeId: string; label: string }> {
  if ('themeId' in theme) {
    const known = await tx.db.findOne(Theme, { themeId: theme.themeId });
    if (!known) throw notFound('theme', theme.themeId);
    if (known.studyId !== studyId) {
      throw invalidRequest(
        `The theme “${known.label}” belongs to another study. Choose one of this study's themes, or name a new one.`,
      );
    }
    return known;
  }
  const label = theme.label.replace(/\s+/g, ' ').trim();
  if (label === '' || label.length > THEME_LABEL_LIMIT) {
    throw invalidRequest(`A theme's name must have 1 to ${THEME_LABEL_LIMIT} characters.`);
  }
  const known = await tx.db.row(themeNamed, studyId, label);
  if (known) return { ...known, label };
  const added = { themeId: themeId(studyId, `saved:${label.toLowerCase()}`), label };
  await tx.db.insert(Theme, { ...added, studyId, description: label, sentiment: 'neutral' });
  return added;
}

async function bringUpToDate(
  tx: Context,
  sourceItemId: string,
  changedThemeId: string,
  studyId: string,
): Promise<void> {
  const changed = {
    sourceItemIds: [sourceItemId],
    themeIds: [changedThemeId],
    studyIds: [studyId],
  };
  await refreshFactsOf(tx, changed);
  await refreshSearch(tx, { sourceItemIds: [sourceItemId] });
  await emit(tx, 'materialChanged', changed);
  await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
}
