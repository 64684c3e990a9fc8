import { type Face, summary } from './card-face.js';
import { evidenceOf } from './evidence-of.js';

export const crossStudySignal: Face = (material, options) => ({
  title: ':link: A belief now spans studies',
  blocks: [summary(material, options), ...evidenceOf(material, options)],
});
