import { editDistance } from '../../language/edit-distance.js';
import { statedRole } from '../roles/role-words.js';
import { type Label, type LabelForm, labelsOf } from './label.js';

/** Words before a colon that are not speakers. */
const NOT_NAMES =
  /^(?:note|notes|date|time|duration|location|place|topic|subject|title|summary|agenda|url|link|source|example|for example|e\.?g|i\.?e|p\.?s|tl;?dr|re|todo|action items?|context|background|description|objective|goal|study|session|recording|recorded|language|warning|transcript|transcription|transcribed by|attendees|participants|speakers|section|chapter|part|step|task|scenario|intro|introduction|conclusion|follow[- ]up|https?)\b[\s\d]*$/iu;
/**
 * Full names such as `Ole Berg` or `Ann-Marie O'Hara` are speakers even if they occur once, when other labels
 * have this form.
 */
const FULL_NAME = /^\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}'’.-]*){1,2}$/u;
/** Capitalized like a name: `Anna`, `Ole Berg`. */
const ONE_NAME = /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}$/u;
const SHORT_TALK = 6;
/** A text with more names than this before colons does not use them as labels. */
const MOST_NAMES = 30;

/** Minimum share of the text that a label form must explain; higher for looser forms. */
const LEAST_SHARE: Record<LabelForm, number> = {
  above: 0,
  inline: 0,
  after: 0.2,
  tag: 0.5,
  dash: 0.5,
  alone: 0.2,
};
const MUST_RETURN: ReadonlySet<LabelForm> = new Set(['after', 'tag', 'dash', 'alone']);

export interface LabelStyle {
  form: LabelForm;
  /** Names as written in the file, mapped to the unified speaker name. */
  speakers: ReadonlyMap<string, string>;
}

const keyOf = (name: string): string => name.toLowerCase();

interface Candidate {
  name: string;
  count: number;
  bold: boolean;
}

function countNames(labels: readonly Label[]): Map<string, Candidate> {
  const byKey = new Map<string, Candidate>();
  for (const { name, bold } of labels) {
    const known = byKey.get(keyOf(name)) ?? { name, count: 0, bold: false };
    known.count++;
    known.bold ||= bold;
    byKey.set(keyOf(name), known);
  }
  return byKey;
}

/** True if the name occurs once and is nearly the same as a frequent one. */
const isTypoOf = ({ name, count }: Candidate, other: Candidate): boolean =>
  count === 1 &&
  other.count > 2 &&
  name.length >= 6 &&
  !/\d/.test(name + other.name) &&
  editDistance(keyOf(name), keyOf(other.name), 2) <= 2;

function isSpeaker(
  candidate: Candidate,
  form: LabelForm,
  all: readonly Candidate[],
  total: number,
): boolean {
  const { name, count, bold } = candidate;
  if (all.some((other) => isTypoOf(candidate, other))) return false;
  if (statedRole(name)) return true;
  if (NOT_NAMES.test(name)) return false;
  if (/^\p{Ll}/u.test(name)) return count >= 3 && count >= total / 4;
  if (count >= 2) return true;
  if (MUST_RETURN.has(form)) return false;
  if (form === 'above') return true;
  const returning = all.filter((other) => other.count > 2);
  // Guides have bold headings: next to recurring speakers, a bold label must look like a name.
  if (bold && returning.length >= 2) {
    return returning.some((other) => other.bold) && ONE_NAME.test(name);
  }
  if (bold) return true;
  if (all.some((other) => other.bold)) return false;
  const inFull = all.some((other) => other.count > 2 && FULL_NAME.test(other.name));
  return total < SHORT_TALK || (inFull && FULL_NAME.test(name));
}

/** Merges spellings of one person: different case, a first name for the full name, a typo. */
function unify(candidates: readonly Candidate[], all: readonly Candidate[]): Map<string, string> {
  const speakers = new Map<string, string>();
  const full = candidates.filter(({ name }) => /\s/.test(name) && !statedRole(name));
  for (const { name } of candidates) {
    const longer = full.filter((other) => keyOf(other.name).startsWith(`${keyOf(name)} `));
    speakers.set(keyOf(name), longer.length === 1 ? (longer[0] as Candidate).name : name);
  }
  for (const slip of all) {
    const meant = candidates.find((other) => isTypoOf(slip, other));
    if (meant) speakers.set(keyOf(slip.name), speakers.get(keyOf(meant.name)) ?? meant.name);
  }
  return speakers;
}

function styleOf(
  form: LabelForm,
  labels: readonly Label[],
  lineCount: number,
): (LabelStyle & { lines: number }) | undefined {
  const counts = [...countNames(labels).values()];
  const speakers = counts.filter((one) => isSpeaker(one, form, counts, labels.length));
  const lines = speakers.reduce((sum, { count }) => sum + count, 0);
  const named = speakers.some(({ name }) => statedRole(name));
  const enough = speakers.length >= 2 || named || (speakers[0]?.count ?? 0) >= 2;
  const loose = MUST_RETURN.has(form);
  if (!enough || speakers.length > MOST_NAMES || (loose && speakers.length < 2)) return undefined;
  if (lines < LEAST_SHARE[form] * lineCount) return undefined;
  // If most labels of a form are not speakers, the form does not mark speakers.
  if (loose && lines < 0.6 * labels.length) return undefined;
  return { form, speakers: unify(speakers, counts), lines };
}

/** Returns how a text labels its speakers; undefined if it labels none. */
export function findLabelStyle(lines: readonly string[]): LabelStyle | undefined {
  const filled = lines.filter((line) => line.trim());
  const labels = filled.flatMap(labelsOf);
  const forms: LabelForm[] = ['above', 'inline', 'after', 'tag', 'dash', 'alone'];
  const styles = forms.flatMap((form) => {
    const ofForm = labels.filter((label) => label.form === form);
    return styleOf(form, ofForm, filled.length) ?? [];
  });
  return styles.sort((a, b) => b.lines - a.lines)[0];
}

/** The label of a line in this style, with the speaker's unified name; undefined if the line has none. */
export function labelIn(style: LabelStyle, line: string): Label | undefined {
  const label = labelsOf(line).find(({ form }) => form === style.form);
  const name = label && style.speakers.get(keyOf(label.name));
  return name === undefined ? undefined : { ...label!, name };
}
