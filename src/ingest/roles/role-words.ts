/** Labels that say which side a speaker is on, as transcripts use them. */
const INTERVIEWER =
  /^(?:(?:the|user|ux|lead|co-?)[\s-]*)?(?:interviewer|moderator|facilitator|researcher|host|co-?host|presenter|assistant|ai|bot|chatbot|claude|chatgpt|gpt|agent|model|interviewers|mod|int|q|question|i|m|audience(?: member)?|observer|note-?taker|iv)[\s.#:-]*\d*$/iu;
const PARTICIPANT =
  /^(?:the )?(?:participant|interviewee|respondent|user|customer|client|guest|subject|informant|tester|panell?ist|human|expert|candidate|answer|a|p|r|resp|part|pt|ie|u|c)[\s.#:-]*\d*$/iu;
/** Labels that a tool gives where it does not know who speaks. */
const UNNAMED =
  /^(?:unknown|unidentified)?[\s-]*(?:speaker|voice|person|channel|spk|s|unknown)[\s._#:-]*(?:\d+|[A-Z])?$/iu;
/** A participant's number or code, unique within a study: P07, Participant 10, U3. */
const CODE =
  /^(?:participant|interviewee|respondent|user|customer|client|subject|tester|p|r|u|c)[\s._#-]*(\d{1,4}[a-z]?)$/iu;
/** In a name with its role: `Anna (Interviewer)`, `Moderator - Ben`. */
const WITH_ROLE = /^(.*?)\s*[([]\s*(.+?)\s*[)\]]$/u;

export type StatedRole = 'interviewer' | 'participant';

const roleWord = (label: string): StatedRole | undefined => {
  const word = label.trim();
  if (INTERVIEWER.test(word)) return 'interviewer';
  return PARTICIPANT.test(word) || CODE.test(word) ? 'participant' : undefined;
};

/** The side that a speaker's label names itself; undefined for a person's name and for `Speaker 1`. */
export function statedRole(label: string): StatedRole | undefined {
  const role = WITH_ROLE.exec(label)?.[2];
  return roleWord(label) ?? (role ? roleWord(role) : undefined);
}

/** Whether a label is a person's own name or code, and not a word for anybody on that side. */
export const namesSomebody = (label: string): boolean =>
  CODE.test(label.trim()) ||
  !(roleWord(label) || UNNAMED.test(label.trim()) || label.trim() === '');

/** Whether a label names a person differently in each study: a code, or a first name alone. */
export const isCode = (label: string): boolean => CODE.test(label.trim());
