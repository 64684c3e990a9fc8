import type { SpeakerCount } from '../../../db/entities/source-file.js';
import type { Turn } from '../../../db/entities/source-item.js';
import { type SpeakerRoles, Study } from '../../../db/entities/study.js';
import type { Context } from '../../core/context.js';

/** Labels that state a speaker's role. */
const INTERVIEWER =
  /^(?:(?:the|user|ux|lead|co-?)[\s-]*)?(?:interviewer|moderator|facilitator|researcher|host|co-?host|presenter|assistant|ai|bot|chatbot|claude|chatgpt|gpt|agent|model|interviewers|mod|int|fac|q|question|i|m|f|audience(?: member)?|observer|note-?taker|iv)[\s.#:-]*\d*$/iu;
const PARTICIPANT =
  /^(?:the )?(?:participant|interviewee|respondent|user|customer|client|guest|subject|informant|tester|panell?ist|human|expert|candidate|answer|a|p|r|resp|part|pt|ie|u|c)[\s.#:-]*\d*$/iu;
/** Labels that tools assign to unknown speakers. */
const UNNAMED =
  /^(?:unknown|unidentified)?[\s-]*(?:speaker|voice|person|channel|spk|s|unknown)[\s._#:-]*(?:\d+|[A-Z])?$/iu;
/** A participant's number or code, unique within a study: P07, Participant 10, U3. */
const CODE =
  /^(?:participant|interviewee|respondent|user|customer|client|subject|tester|p|r|u|c)[\s._#-]*(\d{1,4}[a-z]?)$/iu;
/** A name with its role: `Anna (Interviewer)`, `Moderator - Ben`. */
const WITH_ROLE = /^(.*?)\s*[([]\s*(.+?)\s*[)\]]$/u;

export type StatedRole = 'interviewer' | 'participant';

const roleWord = (label: string): StatedRole | undefined => {
  const word = label.trim();
  if (INTERVIEWER.test(word)) return 'interviewer';
  return PARTICIPANT.test(word) || CODE.test(word) ? 'participant' : undefined;
};

/** The role that a label states; undefined for a person's name and for `Speaker 1`. */
export function statedRole(label: string): StatedRole | undefined {
  const role = WITH_ROLE.exec(label)?.[2];
  return roleWord(label) ?? (role ? roleWord(role) : undefined);
}

/** Letters that state a role only next to a letter of the other role. */
const LETTER = /^\p{L}\.?$/u;

/**
 * The role that each label of a talk states. A single letter may also be an initial, so it counts only if another
 * label has the other role (`M` and `P`, `Q` and `A`). `R` is the researcher if another label is a participant.
 */
export function statedRoles(labels: readonly string[]): Map<string, StatedRole | undefined> {
  const roles = new Map(labels.map((label) => [label, statedRole(label)]));
  const isLetter = (label: string) => LETTER.test(label.trim());
  const has = (role: StatedRole, but?: string) =>
    labels.some((label) => label !== but && roles.get(label) === role);
  const answers = (label: string) => /^[pu]$|^p/iu.test(label.trim()) && roles.get(label);
  for (const label of labels.filter((one) => /^r\.?$/iu.test(one.trim()))) {
    if (!has('interviewer') && labels.some((other) => other !== label && answers(other))) {
      roles.set(label, 'interviewer');
    }
  }
  if (labels.length < 2) return roles;
  for (const label of labels.filter(isLetter)) {
    const role = roles.get(label);
    if (role && !has(role === 'interviewer' ? 'participant' : 'interviewer', label)) {
      roles.set(label, undefined);
    }
  }
  return roles;
}

/** True if a label is a person's name or code rather than a generic role. */
export const namesSomebody = (label: string): boolean =>
  CODE.test(label.trim()) ||
  !(roleWord(label) || UNNAMED.test(label.trim()) || label.trim() === '');

/** True if a tool assigned the label to an unknown speaker; in another file it is a different person. */
const isNumbered = (label: string): boolean => UNNAMED.test(label.trim());

/** True if a label identifies a person only within a study: a code or a first name alone. */
export const isCode = (label: string): boolean => CODE.test(label.trim());

const QUESTION = /\?/g;

/** Counts per speaker of a talk, in the order of their first turns. */
export function countSpeakers(turns: readonly Turn[]): SpeakerCount[] {
  const counts = new Map<string, SpeakerCount>();
  for (const { speaker, text } of turns) {
    const known = counts.get(speaker) ?? { name: speaker, turns: 0, words: 0, questions: 0 };
    known.turns++;
    known.words += text.split(/\s+/).length;
    known.questions += text.match(QUESTION)?.length ?? 0;
    counts.set(speaker, known);
  }
  return [...counts.values()];
}

/** Maximum total length in UTF-16 units, so that a study's row stays small. */
const LONGEST = 10_000;

const without = (names: readonly string[] = [], others: readonly string[]): string[] => {
  const dropped = new Set(others.map((name) => name.toLowerCase()));
  return names.filter((name) => !dropped.has(name.toLowerCase()));
};

/**
 * Remembers the interviewers and participants that the user named for one file, for the study's later files, in
 * the caller's transaction. Labels such as `Speaker 2` are not kept: in the next file they are someone else.
 */
export async function rememberRoles(
  tx: Context,
  { studyId, speakerRoles: known }: Pick<Study, 'studyId' | 'speakerRoles'>,
  named: Readonly<Partial<Record<keyof SpeakerRoles, readonly string[]>>>,
): Promise<void> {
  const interviewers = (named.interviewers ?? []).filter((name) => !isNumbered(name));
  const participants = (named.participants ?? []).filter((name) => !isNumbered(name));
  if (interviewers.length + participants.length === 0) return;
  const speakerRoles: SpeakerRoles = {
    interviewers: [
      ...without(known.interviewers, [...participants, ...interviewers]),
      ...interviewers,
    ],
    participants: [
      ...without(known.participants, [...participants, ...interviewers]),
      ...participants,
    ],
  };
  const now = JSON.stringify(speakerRoles);
  if (now.length > LONGEST || now === JSON.stringify(known)) return;
  await tx.db.update(Study, { studyId }, { speakerRoles });
}
