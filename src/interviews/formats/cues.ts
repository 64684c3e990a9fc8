import type { Turn } from '../../../db/entities/source-item.js';
import { couldBeName } from './label.js';

/** A subtitle cue: what was said from this time on. */
export interface Cue {
  atSecs: number;
  text: string;
  /** From a voice tag; undefined if the cue has none. */
  voice?: string;
}

/** Speakers as Zoom and Meet write them into cues: `Anna Meier: Hello`. */
const LABEL = /^\[?([\p{L}\p{N}][^:[\]<>\n]{0,48}?)\]?\s?:\s+(.*)$/su;
/** Share of cues that must have a label; below it, colons are ordinary punctuation. */
const LABELLED_SHARE = 0.5;

const labelled = (text: string): { name: string; rest: string } | undefined => {
  const match = LABEL.exec(text);
  const name = match?.[1]?.trim();
  if (!match || !name || !couldBeName(name)) return undefined;
  return { name, rest: match[2] as string };
};

/** Names that label cues: each occurs more than once, or nearly every cue has a label. */
function labelNames(cues: readonly Cue[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of cues) {
    const name = labelled(text)?.name;
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all >= LABELLED_SHARE * cues.length) return new Set(counts.keys());
  // Some tools write a label only when the speaker changes.
  const returning = [...counts].filter(([, count]) => count >= 2);
  return new Set(returning.length >= 2 ? returning.map(([name]) => name) : []);
}

/**
 * Converts cues to turns; consecutive cues of one speaker are one turn. A cue without a speaker continues the
 * previous one. If no cue has a speaker, each is a turn of ''.
 */
export function turnsOfCues(cues: readonly Cue[]): Turn[] {
  const names = labelNames(cues.filter(({ voice }) => voice === undefined));
  const turns: Turn[] = [];
  for (const cue of cues) {
    const label = cue.voice === undefined ? labelled(cue.text) : undefined;
    const named = label && names.has(label.name) ? label : undefined;
    const last = turns.at(-1);
    const speaker = cue.voice ?? named?.name ?? last?.speaker ?? '';
    const text = (named?.rest ?? cue.text).replace(/\s+/g, ' ').trim();
    if (!text) continue;
    if (last && last.speaker === speaker && speaker !== '') last.text += ` ${text}`;
    else turns.push({ speaker, text, atSecs: cue.atSecs });
  }
  // The speaker is unknown before the first label.
  return turns.some(({ speaker }) => speaker !== '')
    ? turns.filter(({ speaker }) => speaker !== '')
    : turns;
}
