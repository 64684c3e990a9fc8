import type { FieldMapping, MappedField } from './parsed-file.js';

/** Headings under which exports keep what we need, best first; compared without case, spaces and signs. */
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

const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export class UnknownColumn extends Error {}

/**
 * Which of a file's headings holds which field: what a person mapped, else the best known name.
 * Throws UnknownColumn where a mapped heading is not there.
 */
export function findFields(headings: readonly string[], mapping: FieldMapping = {}): FieldMapping {
  const found: FieldMapping = {};
  const taken = new Set<string>();
  for (const [field, asked] of Object.entries(mapping) as [MappedField, string][]) {
    const heading =
      headings.find((one) => one === asked) ?? headings.find((one) => plain(one) === plain(asked));
    if (heading === undefined) {
      const all = headings.map((one) => JSON.stringify(one)).join(', ');
      throw new UnknownColumn(
        `There is no column ${JSON.stringify(asked)} for ${field}: there are ${all}.`,
      );
    }
    found[field] = heading;
    taken.add(heading);
  }
  for (const [field, names] of Object.entries(ALIASES) as [MappedField, readonly string[]][]) {
    if (found[field] !== undefined) continue;
    const heading = names
      .map((name) => headings.find((one) => plain(one) === name && !taken.has(one)))
      .find((one) => one !== undefined);
    if (heading === undefined) continue;
    found[field] = heading;
    taken.add(heading);
  }
  return found;
}
