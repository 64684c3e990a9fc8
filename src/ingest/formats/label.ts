import { CLOCK, clockSecs } from './clock.js';

/**
 * How a transcript writes who speaks:
 * `above`: a line of name and time over the turn (Otter, Teams, Zoom, Grain);
 * `after`: a line of time and name over the turn (tl;dv, Trint);
 * `inline`: `Name: turn`, also with a time before or behind the name, in bold or in brackets;
 * `tag`: `[Name] turn`; `dash`: `Name - turn`; `alone`: the name alone over the turn.
 */
export type LabelForm = 'above' | 'after' | 'inline' | 'tag' | 'dash' | 'alone';

export interface Label {
  form: LabelForm;
  name: string;
  /** What the line says behind the label. */
  rest: string;
  atSecs?: number;
  /** Set in bold: written on purpose, even where it stands once. */
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

/** Name, times and marks around them take less than this; what stands behind is said, however long. */
const LABEL_LENGTH = 200;
const MAX_WORDS = 7;
/** A point ends a sentence, unless it follows an initial or a title. */
const SENTENCE =
  /[!?;"“”…]|(?<!\b(?:\p{Lu}\p{L}{0,2}|Prof|med|phil|rer|nat))\.(?:\s|$)|,\s+\p{Ll}/u;

/** Whether a text could be a speaker's name at all. */
export const couldBeName = (name: string): boolean =>
  /\p{L}/u.test(name) && name.split(/\s+/).length <= MAX_WORDS && !SENTENCE.test(name);

/** Every label that a line may be read as, at most one a form. */
export function labelsOf(line: string): Label[] {
  const [head, tail] = [line.slice(0, LABEL_LENGTH), line.slice(LABEL_LENGTH)];
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
