import type { Context } from '../../core/context.js';
import { contentId } from '../open-study.js';
import { addParticipant, participantsNamed } from '../queries/write-interviews.js';
import { isCode, namesSomebody } from '../roles/role-words.js';

/**
 * The scope within which a name identifies one person: the team for a full name, the study for a first name or a
 * code, and the file otherwise.
 */
type NameScope = 'team' | 'study' | 'file';

export interface Person {
  participantId: string;
  displayName: string;
  scope: NameScope;
}

/** UTF-16 units: longer than any real name, and short enough for every message. */
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
 * The person's name from a file's name, if no better one is known: the participant code, or else the name without
 * its extension.
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

const TITLES = /^(?:(?:dr|prof|mr|mrs|ms|mx|miss|sir|herr|frau)\.?\s+(?:med\.\s+)?)+/iu;
const DEGREES = /(?:,?\s+\(?(?:ph\.?\s?d|dphil|m\.?d|mba|msc|bsc|esq|jr|sr)\.?\)?)+$/iu;

/** A name without titles and degrees, as others use it: `Dr. Iva Holm, PhD` becomes Iva Holm. */
export const bareName = (name: string): string =>
  name.trim().replace(TITLES, '').replace(DEGREES, '') || name.trim();

/**
 * Returns the participant for a person: a known participant of this name in the team or the study, or a new one,
 * stored in the caller's transaction.
 */
export async function participantOf(
  tx: Context,
  { participantId, displayName, scope }: Person,
  { studyId, email }: { studyId: string; email: string | undefined },
): Promise<string> {
  if (scope !== 'file') {
    const known = await tx.db.rows(
      participantsNamed,
      displayName.toLowerCase(),
      scope === 'team' ? null : studyId,
    );
    if (known.length === 1) return known[0]!.participantId;
  }
  await tx.db.rows(addParticipant, participantId, displayName, email ?? null);
  return participantId;
}
