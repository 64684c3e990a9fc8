import type { KnownBlock } from '@slack/types';
import { cut } from '../../../../src/words.js';
import type { CardMaterial } from '../../card-material.js';
import { bullets, italic, line, richText, words } from '../rich-text.js';
import { type Face, studyNames, summary } from './card-face.js';
import { evidenceOf } from './evidence-of.js';

const inStudies = (material: CardMaterial): KnownBlock[] => {
  const names = studyNames(material);
  return names ? [richText(line(italic(`In ${names}`)))] : [];
};

const questions = (material: CardMaterial): KnownBlock[] =>
  material.questions.length > 0
    ? [richText(bullets(material.questions.map((question) => [words(cut(question, 300))])))]
    : [];

const aboutAStudy =
  (title: string): Face =>
  (material, options) => ({
    title,
    blocks: [
      summary(material, options),
      ...questions(material),
      ...inStudies(material),
      ...evidenceOf(material, options),
    ],
  });

export const followUpSuggestion = aboutAStudy(':seedling: Worth asking next');
export const studySaturation = aboutAStudy(':battery: A study has stopped teaching you');
