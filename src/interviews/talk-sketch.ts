import { words } from '../language/tokens.js';
import type { ParsedInterview } from './formats/parsed-file.js';

const WORDS_TOGETHER = 4;
const SIZE = 64;
/** Minimum number of word groups; shorter talks may resemble each other by chance. */
const LEAST = 20;
/** Maximum number of words used for the sketch, enough to distinguish any two talks. */
const MOST_WORDS = 50_000;
/** Share of groups that two texts of one talk have in common; exports differ in a few words. */
const SAME_SHARE = 0.8;
/**
 * Number of smallest hashes compared. Two sketches of one talk share at least one, except in one case in a million.
 */
export const FIRST_HASHES = 8;

/** FNV-1a as a signed 32-bit number. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash | 0;
}

/**
 * Returns a short fingerprint of a file's text, independent of format, speakers, times and punctuation;
 * undefined for highlights and for short texts.
 */
export function sketchOf(parsed: readonly ParsedInterview[]): number[] | undefined {
  const said: string[] = [];
  for (const one of parsed) {
    if (one.kind !== 'transcript') return undefined;
    for (const { text } of one.turns) {
      if (said.length < MOST_WORDS) for (const word of words(text)) said.push(word);
    }
  }
  const groups = new Set<number>();
  for (let at = 0; at + WORDS_TOGETHER <= said.length; at++) {
    groups.add(hashOf(said.slice(at, at + WORDS_TOGETHER).join(' ')));
  }
  return groups.size < LEAST ? undefined : [...Int32Array.from(groups).sort()].slice(0, SIZE);
}

/** True if two sketches are of the same talk. */
export function isSameTalk(one: readonly number[], other: readonly number[]): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  const union = [...new Set([...one, ...other])].sort((a, b) => a - b).slice(0, SIZE);
  const common = union.filter((hash) => first.has(hash) && second.has(hash)).length;
  return common >= SAME_SHARE * union.length;
}
