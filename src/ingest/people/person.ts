import { contentId } from '../content-id.js';
import { isCode, namesSomebody } from '../roles/role-words.js';
import { bareName } from './bare-name.js';

/** Within what a name means one person: a full name in the team, a first name or a code in a study, else a file. */
export type NameScope = 'team' | 'study' | 'file';

export interface Person {
  participantId: string;
  displayName: string;
  scope: NameScope;
}

/** In UTF-16 units: nobody's name is longer, and every message can show it. */
const LONGEST_NAME = 120;
const ROLE_BEHIND = /\s*[([][^)\]]*[)\]]\s*$/;
/** `P07`, `p10-interview`, `participant_12`: a participant's code in a file's name. */
const CODE_IN_NAME = /(?:^|[^a-z\d])(p|participant|user|respondent)[\s._-]?(\d{1,4})(?![a-z\d])/i;

/** `P07` and `Participant 7` are one person of a study. */
const codeKey = (name: string): string =>
  `${name.trim().slice(0, 1).toLowerCase()}${Number.parseInt(name.replace(/^\D+/, ''), 10)}`;

function scopeOf(name: string): NameScope {
  if (!namesSomebody(name)) return 'file';
  return !isCode(name) && /\p{L}+\s+\p{L}+/u.test(name) ? 'team' : 'study';
}

/** A file's name as a person's, where nothing better is known: its code, else the name without its ending. */
export function nameOfFile(fileName: string): string {
  const base = (fileName.split(/[/\\]/).at(-1) ?? fileName).replace(/\.[^.]+$/, '');
  const code = CODE_IN_NAME.exec(base);
  if (code) return code[1]?.length === 1 ? `P${code[2]}` : `Participant ${code[2]}`;
  return base.trim().slice(0, LONGEST_NAME) || 'Participant';
}

/**
 * Who a speaker is. A label that names nobody (`User`, `Speaker 2`) is named by `fallback`, and by the label
 * too where a file has several such.
 */
export function personOf(
  label: string,
  where: { studyId: string; fileId: string; fallback: string; alone: boolean },
): Person {
  const shown = label.trim().slice(0, LONGEST_NAME);
  const own = shown.replace(ROLE_BEHIND, '').trim() || shown;
  const named = namesSomebody(own);
  const name = named
    ? own
    : where.alone
      ? where.fallback
      : `${where.fallback} (${own || 'speaker'})`;
  const bare = bareName(name);
  const scope = named || where.alone ? scopeOf(bare) : 'file';
  // A file's own name is no name of a person, however many words it has.
  const final: NameScope = !named && scope === 'team' ? 'file' : scope;
  const key = isCode(name) ? codeKey(name) : bare.toLowerCase().replace(/\s+/g, ' ');
  const within = { team: [], study: [where.studyId], file: [where.studyId, where.fileId] }[final];
  return { participantId: contentId('pt', final, ...within, key), displayName: name, scope: final };
}
