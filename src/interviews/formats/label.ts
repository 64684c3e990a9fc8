import { CLOCK, clockSecs } from './read-date.js';

/**
 * Label forms of transcripts:
 * `above`: a line of name and time above the turn (Otter, Teams, Zoom, Grain);
 * `after`: a line of time and name above the turn (tl;dv, Trint);
 * `inline`: `Name: turn`, also with a time before or after the name, in bold or in brackets;
 * `tag`: `[Name] turn`; `dash`: `Name - turn`; `alone`: the name alone above the turn.
 */
export type LabelForm = 'above' | 'after' | 'inline' | 'tag' | 'dash' | 'alone';

export interface Label {
  form: LabelForm;
  name: string;
  /** The rest of the line after the label. */
  rest: string;
  atSecs?: number;
  /** Set in bold: a deliberate label, even if it occurs once. */
  bold: boolean;
}

const T = String.raw`[\[(]?(CLOCK)[\])]?`.replace('CLOCK', CLOCK);
const NAME = String.raw`([\p{L}\p{N}](?:[^\n:\[\]()*_<>|]|\([^)\n]{1,30}\)){0,49}?)`;
const BOLD = String.raw`(?:\*\*|__|\*)?`;
const MARK = String.raw`^\s*(?:[-•]\s+)?(?:#{1,6}\s+)?`;

const PATTERNS: [
  form: LabelForm,
  pattern: RegExp,
  groups: { time?: number[]; name: number; rest?: number },
][] = [
  [
    'above',
    new RegExp(
      String.raw`${MARK}${BOLD}\[?${NAME}\]?:?${BOLD}\s*(?:[-–—|,@·]|at\b)?\s*${BOLD}${T}(?:\s*-+>?\s*${T})?${BOLD}\s*:?\s*$`,
      'u',
    ),
    { name: 1, time: [2] },
  ],
  [
    'after',
    new RegExp(
      String.raw`${MARK}${BOLD}${T}${BOLD}\s*[-–—|]?\s*${BOLD}\[?${NAME}\]?${BOLD}:?${BOLD}\s*$`,
      'u',
    ),
    { time: [1], name: 2 },
  ],
  [
    'inline',
    new RegExp(
      String.raw`${MARK}(?:${BOLD}${T}${BOLD}\s*[-–—|]?\s*)?${BOLD}\[?${NAME}\]?(?:\s*[-–—|,@]?\s*${T})?\s*${BOLD}\s*:\s*${BOLD}\s*(?:${T}[\s:]+)?(.*)$`,
      'u',
    ),
    { time: [1, 3, 4], name: 2, rest: 5 },
  ],
  [
    'tag',
    new RegExp(String.raw`^\s*[<\[]${NAME}[>\]]\s*${BOLD}\s*(\S.*)$`, 'u'),
    { name: 1, rest: 2 },
  ],
  [
    'dash',
    new RegExp(String.raw`${MARK}${BOLD}${NAME}${BOLD}\s+[-–—]\s+(\S.*)$`, 'u'),
    { name: 1, rest: 2 },
  ],
  ['alone', new RegExp(String.raw`${MARK}${BOLD}${NAME}${BOLD}\s*$`, 'u'), { name: 1 }],
];

/** Maximum length of the label with its name, times and marks; the speech after it may be of any length. */
const LABEL_LENGTH = 200;
/** Every part of a label may be surrounded by white space. Long gaps are shortened to avoid backtracking. */
const LONG_GAP = /\s{5,}/g;
const GAP = '    ';
const MAX_WORDS = 7;
/** A full stop ends a sentence, unless it follows an initial or a title. */
const SENTENCE =
  /[!?;"“”…]|(?<!\b(?:\p{Lu}\p{L}{0,2}|Prof|med|phil|rer|nat))\.(?:\s|$)|,\s+\p{Ll}/u;

/** True if a text could be a speaker's name. */
export const couldBeName = (name: string): boolean =>
  /\p{L}/u.test(name) && name.split(/\s+/).length <= MAX_WORDS && !SENTENCE.test(name);

/** Every possible reading of a line as a label, at most one per form. */
export function labelsOf(line: string): Label[] {
  const head = line.slice(0, LABEL_LENGTH).replace(LONG_GAP, GAP);
  const tail = line.slice(LABEL_LENGTH);
  return PATTERNS.flatMap(([form, pattern, groups]) => {
    if (groups.rest === undefined && tail.trim() !== '') return [];
    const match = pattern.exec(head);
    const name = match?.[groups.name]?.trim().replace(/\s+/g, ' ');
    if (!match || !name || !couldBeName(name)) return [];
    const rest = groups.rest === undefined ? '' : `${match[groups.rest] ?? ''}${tail}`.trim();
    if (form === 'inline' && rest.startsWith('//')) return [];
    const time = groups.time?.map((group) => match[group]).find((found) => found !== undefined);
    const atSecs = time === undefined ? undefined : clockSecs(time);
    const bold = /^\s*(?:[-•]\s+)?(?:#{1,6}\s+)?(?:\*\*|__)/.test(line);
    return [{ form, name, rest, bold, ...(atSecs !== undefined && { atSecs }) }];
  });
}
