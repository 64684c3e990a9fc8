import { shown } from './check-limits.js';
import type { FieldMapping, MappedField } from './parsed-file.js';

/** Column names used by exports, best first; compared without case, spaces and punctuation. */
const ALIASES: Record<MappedField, readonly string[]> = {
  quote: [
    'quote',
    'highlight',
    'highlighttext',
    'highlightcontent',
    'verbatim',
    'excerpt',
    'clip',
    'cliptranscript',
    'highlightedtext',
    'selectedtext',
    'evidence',
    'text',
    'content',
    'note',
    'notetext',
    'transcript',
  ],
  participant: [
    'participant',
    'participantname',
    'participants',
    'participantid',
    'interviewee',
    'respondent',
    'person',
    'people',
    'contact',
    'customer',
    'user',
    'username',
    'speaker',
    'speakername',
    'name',
  ],
  email: ['email', 'participantemail', 'emailaddress', 'contactemail'],
  tags: [
    'tags',
    'tag',
    'labels',
    'label',
    'codes',
    'code',
    'themes',
    'theme',
    'tagnames',
    'category',
  ],
  study: ['study', 'studyname', 'project', 'projectname', 'projecttitle'],
  session: [
    'session',
    'sessionname',
    'notetitle',
    'interview',
    'interviewtitle',
    'recording',
    'file',
    'filename',
    'document',
    'source',
    'sourcename',
    'data',
    'title',
  ],
  time: [
    'time',
    'timestamp',
    'timecode',
    'starttime',
    'start',
    'startsat',
    'startoffset',
    'offset',
    'timeincall',
    'timeincallsecs',
    'atsecs',
    'from',
  ],
  date: [
    'date',
    'capturedat',
    'sessiondate',
    'interviewdate',
    'recordedat',
    'createdat',
    'created',
    'notecreatedat',
    'highlightcreatedat',
  ],
};

const MOST_LISTED = 30;

const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Lists headings for a message: the first few, each shortened. */
export function listed(headings: readonly string[]): string {
  const more = headings.length - MOST_LISTED;
  const first = headings.slice(0, MOST_LISTED).map(shown).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}

export class UnknownColumn extends Error {}

/**
 * Finds the heading of each field: the one that the user mapped, otherwise the best known name. Throws
 * UnknownColumn if a mapped heading does not exist.
 */
export function findFields(headings: readonly string[], mapping: FieldMapping = {}): FieldMapping {
  const found: FieldMapping = {};
  const keyed = headings.map((one) => ({ key: plain(one), one }));
  const taken = new Set<string>();
  for (const [field, asked] of Object.entries(mapping) as [MappedField, string][]) {
    const heading =
      headings.find((one) => one === asked) ?? keyed.find(({ key }) => key === plain(asked))?.one;
    if (heading === undefined) {
      throw new UnknownColumn(
        `There is no column ${JSON.stringify(asked)} for ${field}: there are ${listed(headings)}.`,
      );
    }
    found[field] = heading;
    taken.add(heading);
  }
  for (const [field, names] of Object.entries(ALIASES) as [MappedField, readonly string[]][]) {
    if (found[field] !== undefined) continue;
    const heading = names
      .map((name) => keyed.find(({ key, one }) => key === name && !taken.has(one)))
      .find((found) => found !== undefined)?.one;
    if (heading === undefined) continue;
    found[field] = heading;
    taken.add(heading);
  }
  return found;
}
