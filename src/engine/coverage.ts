import type { Turn } from '../../db/entities/source-item.js';
import type { LearningTarget } from '../../db/entities/study.js';
import { isFrameTerm } from '../language/frame-words.js';
import { relatedTerms } from '../language/thesaurus.js';
import { tellingTerms, words } from '../language/tokens.js';

/** A passage discusses a target if it and the question before it contain this share of the target's words. */
const LEAST_SHARE = 0.6;
/** Minimum number of words about a target for an interview to touch it in substance. */
const SUBSTANCE_WORDS = 30;
/** Longer answers are split into pieces: an hour of talk contains nearly every word somewhere. */
const PIECE_WORDS = 80;

interface Interview {
  transcript: readonly Turn[];
  interviewers: readonly string[];
}

/** Returns the ids of the learning targets that participants discussed in substance, by their words. */
export function touchedTargets(interview: Interview, targets: readonly LearningTarget[]): string[] {
  const pieces = answersOf(interview);
  return targets.filter((target) => isTouched(target, pieces)).map(({ targetId }) => targetId);
}

interface Piece {
  count: number;
  /** Words of the answer and of the question before it. */
  said: ReadonlySet<string>;
  asked: ReadonlySet<string>;
}

function isTouched({ question }: LearningTarget, pieces: readonly Piece[]): boolean {
  const wanted = [...new Set(tellingTerms(question).filter((term) => !isFrameTerm(term)))];
  if (wanted.length === 0) return false;
  const among = (term: string, terms: ReadonlySet<string>): boolean =>
    terms.has(term) || [...relatedTerms(term)].some((other) => terms.has(other));
  const spoken = pieces
    .filter(({ said, asked }) => {
      const own = wanted.filter((term) => among(term, said));
      const all = wanted.filter((term) => own.includes(term) || among(term, asked));
      return own.length > 0 && all.length >= LEAST_SHARE * wanted.length;
    })
    .reduce((sum, { count }) => sum + count, 0);
  return spoken >= SUBSTANCE_WORDS;
}

function answersOf({ transcript, interviewers }: Interview): Piece[] {
  const asks = new Set(interviewers);
  return transcript.flatMap((turn, index) => {
    if (asks.has(turn.speaker)) return [];
    const before = transcript[index - 1];
    const asked = new Set(before && asks.has(before.speaker) ? tellingTerms(before.text) : []);
    return piecesOf(turn.text).map((piece) => ({
      count: words(piece).length,
      said: new Set(tellingTerms(piece)),
      asked,
    }));
  });
}

function piecesOf(text: string): string[] {
  const parts = text.split(/\s+/);
  return Array.from({ length: Math.ceil(parts.length / PIECE_WORDS) }, (_, index) =>
    parts.slice(index * PIECE_WORDS, (index + 1) * PIECE_WORDS).join(' '),
  );
}
