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
 * The role that each label of a talk states. A single letter may also be an initial: it counts only if another
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
export const isNumbered = (label: string): boolean => UNNAMED.test(label.trim());

/** True if a label identifies a person only within a study: a code or a first name alone. */
export const isCode = (label: string): boolean => CODE.test(label.trim());
