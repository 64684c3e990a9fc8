import type { WaitingTopic } from '../analysis/synthesize.js';
import { cut, people } from '../core/words.js';

const LONGEST_QUOTE = 160;

/** `th-1f2a  slow import, 3 people: "It took me two days."` */
export const themeLine = ({ themeId, label, people: by, quote }: WaitingTopic): string =>
  `${themeId}  ${label}, ${people(by)}${quote === null ? '' : `: ${JSON.stringify(cut(quote, LONGEST_QUOTE))}`}`;
