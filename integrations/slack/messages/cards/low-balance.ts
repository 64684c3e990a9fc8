import { counted } from '../../../../src/words.js';
import { bold, line, richText, words } from '../rich-text.js';
import { type Face, summary } from './card-face.js';

export const lowBalance: Face = (material, options) => {
  const left = material.card.interviewsLeft;
  return {
    title: ':fuelpump: Interviews are running low',
    blocks: [
      summary(material, options),
      ...(left === null
        ? []
        : [richText(line(words('Left now: '), bold(counted(left, 'interview'))))]),
    ],
  };
};
