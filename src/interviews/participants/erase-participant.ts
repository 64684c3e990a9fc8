import { Participant } from '../../../db/entities/study.js';
import { lockErasures } from '../../../db/queries/erasures.js';
import { acceptedImport, dropUnaccepted } from '../../../db/queries/snapshot/staging.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearch } from '../../answers/search/refresh-search.js';
import { recordHistory } from '../../beliefs/history/history.js';
import { shownForms } from '../../beliefs/participants/shown-name.js';
import { cardsChanged, postsChanged } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import { sha256 } from '../open-study.js';
import * as erase from '../queries/erase.js';
import { cardsAbout } from '../queries/participants.js';
import { removeMaterial, type Touched } from '../remove-material.js';
import { blackOutOthers, redactTexts } from './black-out-others.js';
import { type HeldPerson, loadPerson } from './load-person.js';
import { OwnWords } from './own-words.js';

export interface Erasure {
  /** The history entry's key. It is not a name, but can be found with the participant's id. */
  record: string;
  sourceItems: number;
  quotes: number;
  /** Number of other texts that contained their words or name. */
  texts: number;
  /** Number of the codebook's patterns that contained them, and were removed. */
  patterns: number;
}

const SUMMARY = 'This card was about a person who was erased.';
const SHORTEST_NAME = 4;

/** Names of the participant in other texts: the full name, the service's short form, the email address. */
function namesOf({ speakers, participant: { email, displayName } }: HeldPerson): string[] {
  const whole = displayName.includes('@') ? [...speakers, displayName] : speakers;
  const forms = [...whole.flatMap(shownForms), ...(email ? [email] : [])];
  // longest first: a short form must not match part of a full name
  return [...new Set(forms.filter((name) => name.length >= SHORTEST_NAME))].toSorted(
    (a, b) => b.length - a.length,
  );
}

/** Empties the cards about the person. */
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
 * Drops lines staged for import, since some may be about the person. Throws `invalid_transition` while lines are
 * being stored.
 */
async function refuseStagedLines(tx: Context): Promise<void> {
  if (await tx.db.row(acceptedImport)) {
    throw invalidTransition(
      'An import of this team is being stored and might bring the person back. Erase them when it is done.',
    );
  }
  await tx.db.rows(dropUnaccepted);
}

/**
 * Erases a participant: their words everywhere, their name and data, and all their interviews, and updates the
 * counts in the same transaction. Only the fact that a person was erased is kept. Reading their files again does
 * not bring them back. A snapshot that is being read at the same time is refused. Throws `not_found`, and
 * `invalid_transition` while an import is being stored (`finishAccepted`).
 */
export const eraseParticipant = (ctx: Context, participantId: string): Promise<Erasure> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    await refuseStagedLines(tx);
    const person = await loadPerson(tx, participantId);
    const itemIds = person.interviews.map(({ sourceItemId }) => sourceItemId);
    const names = namesOf(person);
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
    // from here on, no text derived from their words is stored
    await tx.db.row(lockErasures);
    const redacted = await redactTexts(tx, own);
    // Labels and names are indexed for search too, including those of themes renamed from the remaining quotes.
    await refreshSearch(tx);
    await redraw(tx, touched);
    await postsChanged(tx);

    const record = `erased-${sha256(participantId).slice(0, 12)}`;
    const counts = { sourceItems: itemIds.length, quotes: person.quotes.length, ...redacted };
    await recordHistory(tx, {
      action: 'erase_participant',
      subjectType: 'participant',
      subjectId: record,
      detail: counts,
    });
    await emit(tx, 'materialChanged', touched);
    await emit(tx, 'participantErased', {});
    return { record, ...counts };
  });
