import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import type { Span } from '../../../language/sentences.js';
import { terms } from '../../../language/tokens.js';
import type { Talk } from '../../queries/transcripts.js';
import { mergeRankings } from '../../search/rank.js';
import type { Said } from '../answer.js';
import { type Pause, pauses, queriesFor, ranked } from './rank-windows.js';
import {
  extended,
  repeats,
  type Spoken,
  spanOf,
  textOf,
  type Window,
  windowsOf,
} from './windows.js';

/** Only a transcript made to be cut into crumbs has more. */
const mostWindows = 20_000;
// Of 150 questions about six studies, all of the answer was offered to 116 with 12 passages, and to 125 with 20.
const mostPassages = 20;
/** The best passages, whose questions others were asked, too. */
const leading = 4;
const mostQuestions = 6;
const mostOfOthers = 6;
/** Likeness of two questions of an interviewer, 0 to 1. */
const leastAlike = 0.3;

/** Words of a participant of which no quote was kept. */
export interface TranscriptPassage extends Said {
  evidenceId: null;
  /** The name by which a model names it. */
  ref: string;
  /** May be empty. */
  asked: string;
  /** 0 to 1: how much of what is sought it says, at most of several. */
  score: number;
  /** The sentences of `quote`; a model may name some of them. */
  sentences: readonly Span[];
  /** The offered quote that it goes on from, if it does. */
  follows?: string;
}

/**
 * The passages of talks that are nearest to any of the texts that are sought (as terms), without what the offered
 * quotes show already. Each is cut from its transcript as it stands. `wide` ones come with what stands before and after,
 * and are followed by what others answered to the same questions of the interviewer, these and those `asked`.
 */
export async function transcriptPassages(
  talks: readonly Talk[],
  sought: readonly (readonly string[])[],
  offered: readonly EvidenceRow[],
  { wide, asked = [] }: { wide: boolean; asked?: readonly string[] },
): Promise<TranscriptPassage[]> {
  const windows: Window[] = [];
  const pause = pauses();
  for (const talk of talks) {
    const own = offered.filter(({ sourceItemId }) => sourceItemId === talk.sourceItemId);
    for (const window of windowsOf(talk, own)) {
      if (windows.push(window) >= mostWindows) break;
      await pause();
    }
  }
  const rankings: string[][] = [];
  const scores = new Map<string, number>();
  for (const query of await queriesFor(sought, windows, pause)) {
    const found = await ranked(query, windows, pause);
    rankings.push(found.map(({ id }) => id));
    for (const { id, score } of found) scores.set(id, Math.max(score, scores.get(id) ?? 0));
  }
  const byId = new Map(windows.map((window) => [window.evidenceId, window]));
  const chosen: Window[] = [];
  for (const id of mergeRankings(rankings)) {
    if (chosen.length >= mostPassages) break;
    const window = byId.get(id)!;
    if (chosen.some(repeats(window))) continue;
    const further = wide ? extended(window) : window;
    chosen.push(chosen.some(repeats(further)) ? window : further);
  }
  if (wide) {
    const questions = [...asked, ...chosen.slice(0, leading).map(({ turn }) => turn.asked)];
    const all = chosen.length + mostOfOthers;
    for (const answer of await answersTo(questions, windows, pause)) {
      if (chosen.length >= all) break;
      if (!chosen.some(repeats(answer))) chosen.push(answer);
    }
  }
  return chosen.map((window, place) =>
    passageOf(window, place, scores.get(window.evidenceId) ?? 0),
  );
}

/**
 * The beginnings of answers to questions like these, at most one per question and talk, the likest question first. An
 * interviewer asks everybody the same, and an answer in other words is found by nothing else.
 */
async function answersTo(
  questions: readonly string[],
  windows: readonly Window[],
  pause: Pause,
): Promise<Window[]> {
  const heads = new Map<Spoken, Window>();
  for (const window of windows) {
    if (window.contextTerms !== '' && !heads.has(window.turn)) heads.set(window.turn, window);
  }
  const byQuestion = [...heads.values()].map((head) => ({
    ...head,
    quoteTerms: head.contextTerms,
    contextTerms: '',
    aroundTerms: '',
  }));
  const byId = new Map([...heads.values()].map((head) => [head.evidenceId, head]));
  const distinct = [...new Set(questions)].filter((text) => text !== '').slice(0, mostQuestions);
  const rankings: string[][] = [];
  for (const query of await queriesFor(distinct.map(terms), byQuestion, pause)) {
    const talks = new Set<Talk>();
    const like = (await ranked(query, byQuestion, pause)).filter(({ id, score }) => {
      const { talk } = byId.get(id)!.turn;
      return score >= leastAlike && !talks.has(talk) && talks.add(talk);
    });
    rankings.push(like.map(({ id }) => id));
  }
  return mergeRankings(rankings).map((id) => extended(byId.get(id)!));
}

function passageOf(window: Window, place: number, score: number): TranscriptPassage {
  const { talk, sentences, asked } = window.turn;
  const { start } = spanOf(window);
  return {
    evidenceId: null,
    ref: `T${place + 1}`,
    quote: textOf(window),
    asked,
    score,
    sentences: sentences
      .slice(window.first, window.last + 1)
      .map((span) => ({ start: span.start - start, end: span.end - start })),
    ...(window.follows !== undefined && { follows: window.follows }),
    sourceItemId: talk.sourceItemId,
    studyId: talk.studyId,
    studyName: talk.studyName,
    participantId: talk.participantId,
    participantName: talk.participantName,
    capturedAt: talk.capturedAt,
  };
}

/** Longest passage that is shown. */
const longestShown = 450;

/**
 * The passage that a model names by its ref: whole, or some of its sentences, counted from 1 ("T3.2", "T3.2-4"), and no
 * more of them than an answer has room for. Undefined if it was not offered.
 */
export function passageNamed(
  name: string,
  passages: readonly TranscriptPassage[],
): TranscriptPassage | undefined {
  const [, ref, from, to] = /^(T\d+)(?:\.(\d+)(?:\s*[-–]\s*(?:T?\d+\.)?(\d+))?)?$/.exec(name) ?? [];
  const passage = passages.find((one) => one.ref === ref);
  if (!passage) return undefined;
  const { quote, sentences } = passage;
  const first = from === undefined ? 0 : Number(from) - 1;
  const last = from === undefined ? sentences.length - 1 : Number(to ?? from) - 1;
  const named = sentences.slice(Math.max(0, first), last + 1);
  const start = named[0]?.start;
  if (start === undefined) return undefined;
  const fitting = named.filter(({ end }, at) => at === 0 || end - start <= longestShown);
  return { ...passage, quote: quote.slice(start, fitting.at(-1)!.end) };
}
