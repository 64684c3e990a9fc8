import { editDistance } from '../../search/edit-distance.js';
import { statedRole } from '../roles/role-words.js';
import { type Label, type LabelForm, labelsOf } from './label.js';

/** Words that stand before a colon without anybody speaking. */
const NOT_NAMES =
  /^(?:note|notes|date|time|duration|location|place|topic|subject|title|summary|agenda|url|link|source|example|for example|e\.?g|i\.?e|p\.?s|tl;?dr|re|todo|action items?|context|background|description|objective|goal|study|session|recording|recorded|language|warning|transcript|transcription|transcribed by|attendees|participants|speakers|section|chapter|part|step|task|scenario|intro|introduction|conclusion|follow[- ]up|https?)\b[\s\d]*$/iu;
/** `Ole Berg`, `Ann-Marie O'Hara`: so somebody is labelled who speaks once, where the others are labelled so too. */
const FULL_NAME = /^\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}'’.-]*){1,2}$/u;
const SHORT_TALK = 6;
/** More names than this before a colon are no speakers. */
const MOST_NAMES = 30;

/** How sure a form must be before its lines count: the looser it is, the more of the text it must explain. */
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
  /** Names as they are written in the file, each with the name that they stand for. */
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

/** Once, and nearly as a name that is there often. */
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
  if (bold || form === 'above') return true;
  if (all.some((other) => other.bold)) return false;
  const inFull = all.some((other) => other.count > 2 && FULL_NAME.test(other.name));
  return total < SHORT_TALK || (inFull && FULL_NAME.test(name));
}

/** Names of one person are one: other case, a first name for the full one, a slip of the pen. */
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
  // Where most labels of a form are no speakers', the form is no form of speakers.
  if (loose && lines < 0.6 * labels.length) return undefined;
  return { form, speakers: unify(speakers, counts), lines };
}

/** How a text names its speakers; undefined where it names none. */
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

/** The label of a line in this style, with the name of who is meant; undefined where it has none. */
export function labelIn(style: LabelStyle, line: string): Label | undefined {
  const label = labelsOf(line).find(({ form }) => form === style.form);
  const name = label && style.speakers.get(keyOf(label.name));
  return name === undefined ? undefined : { ...label!, name };
}
