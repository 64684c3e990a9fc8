import { type Face, summary } from './card-face.js';
import { evidenceOf } from './evidence-of.js';

export const themeContradiction: Face = (material, options) => ({
  title: ':scales: People disagree',
  blocks: [summary(material, options), ...evidenceOf(material, options, 'Others say')],
});
