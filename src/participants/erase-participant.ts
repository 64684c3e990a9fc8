import { Participant } from '../../db/entities/study.js';
import * as erase from '../../db/queries/participants/erase.js';
import { cardsAbout } from '../../db/queries/participants/participants.js';
import { lockTeam } from '../../db/queries/teams.js';
import { type Context, inTransaction } from '../context.js';
import { queueEngine } from '../engine/queue-engine.js';
import { recordHistory } from '../history/record-history.js';
import { sha256 } from '../ingest/content-id.js';
import { removeMaterial, type Touched } from '../ingest/remove-material.js';
import { cardsChanged } from '../outbox.js';
import { refreshSearch } from '../search/refresh-search.js';
import { blackOutOthers } from './black-out-others.js';
import { loadPerson } from './load-person.js';
import { OwnWords } from './own-words.js';
import { redactTexts } from './redact-texts.js';

export interface Erasure {
  /** By which the history records it: no name, but who has the participant's id can find it. */
  record: string;
  sourceItems: number;
  quotes: number;
  /** Other texts that carried their words or name. */
  texts: number;
}

const SUMMARY = 'This card was about a person who was erased.';
const SHORTEST_NAME = 4;

/** Cards about the person say nothing any more, all that may show a quote of theirs are drawn anew. */
async function settleCards(tx: Context, participantId: string, itemIds: string[]): Promise<void> {
  const about = await tx.db.rows(cardsAbout, participantId, itemIds);
  const ids = about.map(({ actionCardId }) => actionCardId);
  await tx.db.rows(erase.emptyCards, ids, SUMMARY, tx.now);
  await cardsChanged(tx, about);
}

async function redraw(tx: Context, { signalIds, themeIds, studyIds }: Touched): Promise<void> {
  await cardsChanged(tx, await tx.db.rows(erase.cardsShowing, signalIds, themeIds, studyIds));
}

/**
 * Removes a participant: what they said, wherever it stands, their name and data, and every interview of theirs;
 * what rested on it is counted anew in the same transaction. Only the fact that somebody was erased is kept.
 * Files that they were read from do not bring them back. Throws `not_found`.
 */
export const eraseParticipant = (ctx: Context, participantId: string): Promise<Erasure> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const person = await loadPerson(tx, participantId);
    const { email } = person.participant;
    const itemIds = person.interviews.map(({ sourceItemId }) => sourceItemId);
    const names = [...person.speakers, ...(email ? [email] : [])].filter(
      (name) => name.length >= SHORTEST_NAME,
    );
    const own = new OwnWords({
      quotes: person.quotes.flatMap(({ quote, note }) => (note ? [quote, note] : [quote])),
      spoken: person.spoken,
      names,
    });

    await settleCards(tx, participantId, itemIds);
    await tx.db.rows(erase.forgetInFiles, itemIds, person.speakers, person.speakers.map(sha256));
    const touched = await removeMaterial(tx, { sourceItemIds: itemIds });
    await blackOutOthers(tx, own, { ...person, names });
    await tx.db.delete(Participant, { participantId });
    const texts = await redactTexts(tx, own);
    // Labels and names are words of the search too.
    if (texts > 0) await refreshSearch(tx);
    await redraw(tx, touched);

    const record = `erased-${sha256(participantId).slice(0, 12)}`;
    const counts = { sourceItems: itemIds.length, quotes: person.quotes.length, texts };
    await recordHistory(tx, {
      action: 'erase_participant',
      subjectType: 'participant',
      subjectId: record,
      detail: counts,
    });
    await queueEngine(tx.db, { changed: touched });
    return { record, ...counts };
  });
