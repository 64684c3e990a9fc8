import { contentId } from '../content-id.js';
import { isCode, namesSomebody } from '../roles/role-words.js';
import { bareName } from './bare-name.js';

/**
 * The scope in which a name identifies one person: the team for a full name, the study for a first name or a
 * code, otherwise the file.
 */
export type NameScope = 'team' | 'study' | 'file';

export interface Person {
  participantId: string;
  displayName: string;
  scope: NameScope;
}

/** In UTF-16 units: longer than any real name, short enough for every message. */
const LONGEST_NAME = 120;
const ROLE_BEHIND = /\s*[([][^)\]]*[)\]]\s*$/;
/** A participant code in a file's name: `P07`, `p10-interview`, `participant_12`. */
const CODE_IN_NAME = /(?:^|[^a-z\d])(p|participant|user|respondent)[\s._-]?(\d{1,4})(?![a-z\d])/i;

/** `P07` and `Participant 7` are the same person within a study. */
const codeKey = (name: string): string =>
  `${name.trim().slice(0, 1).toLowerCase()}${Number.parseInt(name.replace(/^\D+/, ''), 10)}`;

function scopeOf(name: string): NameScope {
  if (!namesSomebody(name)) return 'file';
  return !isCode(name) && /\p{L}\s+\p{L}/u.test(name) ? 'team' : 'study';
}

/**
 * The person's name from a file's name, if no better one is known: its code, otherwise the name without its
 * extension.
 */
export function nameOfFile(fileName: string): string {
  const base = (fileName.split(/[/\\]/).at(-1) ?? fileName).replace(/\.[^.]+$/, '');
  const code = CODE_IN_NAME.exec(base);
  if (code) return code[1]?.length === 1 ? `P${code[2]}` : `Participant ${code[2]}`;
  return base.trim().slice(0, LONGEST_NAME) || 'Participant';
}

/**
 * Identifies a speaker. A generic label (`User`, `Speaker 2`) is replaced with `fallback`, followed by the label
 * if a file has several such speakers.
 */
export function personOf(
  label: string,
  where: { studyId: string; fileId: string; fallback: string; alone: boolean },
): Person {
  const shown = label.trim().slice(0, LONGEST_NAME);
  const own = shown.replace(ROLE_BEHIND, '').trim() || shown;
  const fallback = where.fallback.slice(0, LONGEST_NAME);
  const named = namesSomebody(own);
  const name = named ? own : where.alone ? fallback : `${fallback} (${own || 'speaker'})`;
  const bare = bareName(name);
  const scope = named || where.alone ? scopeOf(bare) : 'file';
  // A file's name is not a person's name, however many words it has.
  const final: NameScope = !named && scope === 'team' ? 'file' : scope;
  const key = isCode(name) ? codeKey(name) : bare.toLowerCase().replace(/\s+/g, ' ');
  const within = { team: [], study: [where.studyId], file: [where.studyId, where.fileId] }[final];
  return { participantId: contentId('pt', final, ...within, key), displayName: name, scope: final };
}
