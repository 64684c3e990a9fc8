import type { Turn } from '../../../db/entities/source-item.js';
import { couldBeName } from './label.js';

/** A line of subtitles: what was said from then on. */
export interface Cue {
  atSecs: number;
  text: string;
  /** From a voice tag; undefined where the cue has none. */
  voice?: string;
}

/** `Anna Meier: Hello`, as Zoom and Meet write speakers into cues. */
const LABEL = /^\[?([\p{L}\p{N}][^:[\]<>\n]{0,48}?)\]?\s?:\s+(.*)$/su;
/** Share of the cues that must carry a label before a colon is taken for one. */
const LABELLED_SHARE = 0.5;

const labelled = (text: string): { name: string; rest: string } | undefined => {
  const match = LABEL.exec(text);
  const name = match?.[1]?.trim();
  if (!match || !name || !couldBeName(name)) return undefined;
  return { name, rest: match[2] as string };
};

/** Names that label cues: each returns, or nearly every cue has one. */
function labelNames(cues: readonly Cue[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { text } of cues) {
    const name = labelled(text)?.name;
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (all >= LABELLED_SHARE * cues.length) return new Set(counts.keys());
  // Some tools label only where the speaker changes.
  const returning = [...counts].filter(([, count]) => count >= 2);
  return new Set(returning.length >= 2 ? returning.map(([name]) => name) : []);
}

/**
 * Turns of a talk from its cues: cues of one speaker in a row are one turn. A cue without a speaker goes on
 * with the one before it; where no cue has any, each cue is a turn of ''.
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
  return turns;
}
