import { age } from '../age.js';
import { line, richText, words } from '../rich-text.js';
import { label } from '../text.js';
import { type Face, summary } from './card-face.js';
import { evidenceOf } from './evidence-of.js';

export const fixContradicted: Face = (material, options) => {
  const shipped = material.recommendation;
  const when = shipped?.outcomeAt ? `, shipped ${age(shipped.outcomeAt, options.now)}` : '';
  return {
    title: ':rotating_light: A shipped fix did not hold',
    blocks: [
      summary(material, options),
      ...(shipped
        ? [richText(line(words(`${label(shipped.title, 200)}${when}. People still say:`)))]
        : []),
      ...evidenceOf(material, options),
    ],
  };
};
