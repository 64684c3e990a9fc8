import { setImmediate as othersTurn } from 'node:timers/promises';
import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import type { TeamDatabase } from '../../../../db/team-database.js';
import { QUALITY_BAR } from '../../../core/decisions.js';
import { sentencesOf } from '../../../language/sentences.js';
import { terms, words } from '../../../language/tokens.js';
import { type Talk, transcripts } from '../../queries/transcripts.js';
import { buildConcepts, type QueryModel } from '../../search/concept.js';
import { type Candidate, mergeRankings, rank } from '../../search/rank.js';
import type { Said } from '../answer.js';

/** Interviews that are read for a question; the best quotes of most questions come from fewer. */
const mostInterviews = 12;
/** An hour of talk takes some 70 kB. A transcript of more than four hours is left out. */
const mostBytes = { each: 300_000, together: 900_000 };
/** Only a transcript made to be cut into crumbs has more. */
const mostWindows = 20_000;
/** No longer than most kept quotes, so that it can be shown whole. */
const longest = { words: 40, sentences: 5, characters: 450 };
/** The end of a question asks it. An answer may follow "Okay." or "Got it." */
const question = { words: 40, least: 5, turnsBefore: 3 };
// Chosen with `longest.words` on 50 questions about two studies (docs/search.md): 20 held no more of the answers.
const mostPassages = 12;
/** Milliseconds of work after which others have their turn. */
const busyMs = 20;
const rankedAtOnce = 200;

/** Words of a participant of which no quote was kept. */
export interface TranscriptPassage extends Said {
  evidenceId: null;
  /** The name by which a model names it. */
  ref: string;
  /** May be empty. */
  asked: string;
}

interface Window extends Candidate {
  talk: Talk;
  /** Its place in `said`, the participant's turn. */
  start: number;
  end: number;
  said: string;
  asked: string;
}

/**
 * The passages of interviews, the best interview first, that are nearest to any of the texts that are sought (as terms),
 * without what the offered quotes show already. Each is cut from its transcript as it stands.
 */
export async function transcriptPassages(
  db: TeamDatabase,
  sourceItemIds: readonly string[],
  sought: readonly (readonly string[])[],
  offered: readonly EvidenceRow[],
): Promise<TranscriptPassage[]> {
  const { each, together } = mostBytes;
  const ids = [...new Set(sourceItemIds)].slice(0, mostInterviews);
  const talks = await db.rows(transcripts, ids, QUALITY_BAR, each, together);
  const windows: Window[] = [];
  const pause = pauses();
  for (const talk of talks) {
    const own = offered.filter(({ sourceItemId }) => sourceItemId === talk.sourceItemId);
    const without = [...talk.removed, ...own.map(({ quote }) => quote)];
    for (const window of windowsOf(talk, without)) {
      if (windows.push(window) >= mostWindows) break;
      await pause();
    }
  }
  const rankings: string[][] = [];
  for (const query of await queriesFor(sought, windows, pause)) {
    rankings.push(await ranked(query, windows, pause));
  }
  const byId = new Map(windows.map((window) => [window.evidenceId, window]));
  const chosen: Window[] = [];
  for (const id of mergeRankings(rankings)) {
    if (chosen.length >= mostPassages) break;
    const window = byId.get(id)!;
    if (!chosen.some(repeats(window))) chosen.push(window);
  }
  return chosen.map(passageOf);
}

type Pause = () => Promise<void>;

/** Lets others have their turn after some work. */
function pauses(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < busyMs) return;
    await othersTurn();
    since = performance.now();
  };
}

/** Up to five sentences of the participant from each sentence on, up to the next of the quotes to leave out. */
function* windowsOf(talk: Talk, without: readonly string[]): Generator<Window> {
  const asks = askers(talk);
  for (const [number, { speaker, text }] of talk.transcript.entries()) {
    if (asks(speaker) || text === speaker) continue; // both are blacked out when somebody is erased
    const asked = questionBefore(talk, number, asks);
    const contextTerms = asked === '' ? '' : terms(asked).join(' ');
    const quotes = without.flatMap((quote) => {
      const at = text.indexOf(quote);
      return at < 0 ? [] : [{ start: at, end: at + quote.length }];
    });
    const sentences = sentencesOf(text).map((span) => {
      const own = text.slice(span.start, span.end);
      const isLeftOut = quotes.some(({ start, end }) => span.start < end && span.end > start);
      return { ...span, isLeftOut, words: words(own).length, terms: terms(own).join(' ') };
    });
    let before = -1;
    for (const [first, { start, isLeftOut }] of sentences.entries()) {
      if (isLeftOut) continue;
      let last = first;
      let said = sentences[first]!.words;
      for (let next = sentences[first + 1]; next; next = sentences[last + 1]) {
        said += next.words;
        if (said > longest.words || last - first + 1 >= longest.sentences) break;
        if (next.isLeftOut || next.end - start > longest.characters) break;
        if (text.slice(sentences[last]!.end, next.start).includes('\n')) break; // a quote is one line
        last++;
      }
      if (last <= before) continue; // it is in the one before
      before = last;
      const id = `${talk.sourceItemId} ${number} ${start}`;
      yield {
        evidenceId: id,
        talkId: id, // windows overlap, so they are no neighbors that add to each other
        position: 0,
        quoteTerms: sentences
          .slice(first, last + 1)
          .map((sentence) => sentence.terms)
          .join(' '),
        contextTerms,
        aroundTerms: '',
        exact: false,
        ...{ talk, start, end: sentences[last]!.end, said: text, asked },
      };
    }
  }
}

/**
 * Tells who is not the participant. An imported transcript does not say who asks: there only the participant's own
 * name counts, or a single speaker.
 */
function askers({ interviewers, transcript, participantName }: Talk): (speaker: string) => boolean {
  const plain = (name: string): string => name.trim().toLowerCase();
  if (interviewers.length > 0) {
    const names = new Set(interviewers.map(plain));
    return (speaker) => names.has(plain(speaker));
  }
  const speakers = new Set(transcript.map(({ speaker }) => plain(speaker)));
  if (speakers.size === 1) return () => false;
  return (speaker) => plain(speaker) !== plain(participantName);
}

/** The end of what was asked before a turn, without bare agreement in between. */
function questionBefore(
  { transcript }: Talk,
  number: number,
  asks: (speaker: string) => boolean,
): string {
  const before = transcript.slice(Math.max(0, number - question.turnsBefore), number);
  const asked = before.findLast(
    ({ speaker, text }) =>
      asks(speaker) && words(text.slice(0, longest.characters)).length >= question.least,
  );
  return asked === undefined ? '' : endOf(asked.text);
}

/** The last words of a text, from the beginning of a word. */
const endOf = (text: string): string =>
  text.slice(-longest.characters).trim().split(/\s+/).slice(-question.words).join(' ');

/** Queries for what is sought, with the other words for it that the transcripts use, weighted by how rare a word is in them. */
async function queriesFor(
  sought: readonly (readonly string[])[],
  windows: readonly Window[],
  pause: Pause,
): Promise<QueryModel[]> {
  const counts = new Map<
    string,
    { term: string; documents: number; named: number; rows: number }
  >();
  let length = 0;
  for (const { quoteTerms, contextTerms } of windows) {
    const own = quoteTerms.split(' ');
    length += own.length;
    const said = new Set(own);
    for (const term of new Set([...own, ...contextTerms.split(' ')])) {
      const count = counts.get(term) ?? { term, documents: 0, named: 0, rows: 0 };
      if (said.has(term)) count.documents++;
      count.named++;
      count.rows++;
      counts.set(term, count);
    }
    await pause();
  }
  const statistics = { documents: windows.length, terms: length };
  const vocabulary = { statistics, frequencies: [...counts.values()], corrections: new Map() };
  const averageLength = length / Math.max(1, windows.length);
  return sought.map((text) => ({
    concepts: buildConcepts(text, vocabulary),
    sequence: [...text],
    averageLength,
  }));
}

/** The ids of the windows that mention what is sought, the best first. */
async function ranked(
  query: QueryModel,
  windows: readonly Window[],
  pause: Pause,
): Promise<string[]> {
  const found: { id: string; score: number }[] = [];
  for (let from = 0; from < windows.length; from += rankedAtOnce) {
    for (const { candidate, score } of rank(query, windows.slice(from, from + rankedAtOnce))) {
      found.push({ id: candidate.evidenceId, score });
    }
    await pause();
  }
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}

/** True if two windows share words, or say the same. */
const repeats =
  ({ said, start, end }: Window) =>
  (other: Window): boolean =>
    (other.said === said && other.start < end && start < other.end) ||
    other.said.slice(other.start, other.end) === said.slice(start, end);

const passageOf = (
  { talk, said, start, end, asked }: Window,
  place: number,
): TranscriptPassage => ({
  evidenceId: null,
  ref: `T${place + 1}`,
  quote: said.slice(start, end),
  asked,
  sourceItemId: talk.sourceItemId,
  studyId: talk.studyId,
  studyName: talk.studyName,
  participantId: talk.participantId,
  participantName: talk.participantName,
  capturedAt: talk.capturedAt,
});
