import { Evidence, type EvidenceKind, Theme } from '../../db/entities/evidence.js';
import { SourceItem, type Turn } from '../../db/entities/source-item.js';
import { Study } from '../../db/entities/study.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { addParticipant } from '../../db/queries/ingest/write-interviews.js';
import { themeNamed, whoSaved } from '../../db/queries/saved-evidence.js';
import { lockTeam } from '../../db/queries/teams.js';
import { quoteId, themeId } from '../analysis/ids.js';
import { type Context, inTransaction } from '../context.js';
import { queueEngine } from '../engine/queue-engine.js';
import { invalidRequest, invalidTransition, notFound } from '../errors.js';
import { recordHistory } from '../history/record-history.js';
import { PUBLISH_CARDS } from '../outbox.js';
import { refreshSearch } from '../search/refresh-search.js';
import { refreshFactsOf } from '../signals/refresh-facts.js';
import { day } from '../words.js';

/** How much a quote counts that a person chose by hand, 0 to 1. */
const STRENGTH = 0.7;
const THEME_LABEL_LIMIT = 120;

export interface EvidenceToSave {
  /** The same for the same message: it is saved once. */
  sourceItemId: string;
  studyId: string;
  /** A theme of the study, or the name of one, which is added where there is none of that name. */
  theme: { themeId: string } | { label: string };
  kind: EvidenceKind;
  participant: { participantId: string; displayName: string };
  /** What was said around it, the quote included. */
  turns: readonly Turn[];
  /** Which turn the quote is of. */
  turn: number;
  /** Verbatim within that turn. */
  quote: string;
  saidAt: Date;
  /** Where it can be read; kept beside the quote. */
  link?: string;
}

export interface SavedEvidence {
  evidenceId: string;
  studyName: string;
  themeLabel: string;
}

/**
 * Keeps what somebody said in a conversation as evidence: a source item of its own with one verbatim quote,
 * counted from now on. Throws `invalid_transition` naming who saved it already, `not_found` for an unknown
 * study or theme, and `invalid_request` for a quote that was not said.
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
      qualifies: false, // settled with the facts below
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

/** Whoever else speaks there is no participant of this source item. */
const othersIn = (turns: readonly Turn[], displayName: string): string[] => [
  ...new Set(turns.map(({ speaker }) => speaker).filter((speaker) => speaker !== displayName)),
];

async function refuseSecond(tx: Context, sourceItemId: string): Promise<void> {
  if (!(await tx.db.findOne(SourceItem, { sourceItemId }))) return;
  const first = await tx.db.row(whoSaved, sourceItemId);
  throw invalidTransition(
    first
      ? `${first.actorName} saved this as evidence already, on ${day(first.at)}.`
      : 'This is saved as evidence already.',
  );
}

function verbatim({ turns, turn, quote }: EvidenceToSave): { quote: string; start: number } {
  const words = quote.trim();
  const start = words ? (turns[turn]?.text.indexOf(words) ?? -1) : -1;
  if (start < 0) {
    throw invalidRequest('The quote must be the very words of the message, or a part of them.');
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
        `The theme “${known.label}” is of another study. Choose one of this study's themes, or name a new one.`,
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
  await queueEngine(tx.db, { changed });
  await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
}
