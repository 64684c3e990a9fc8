import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from '../search/evaluation-set.js';

const Row = z.object({
  text: z.string(),
  study: z.string().default('all'),
  label: z.string().nullish(),
  labels: z.array(z.string()).optional(),
});

/** Texts of one study, and the label that people grouped each under; null if they grouped it under none. */
export interface LabelledStudy {
  texts: string[];
  labels: (string | null)[];
}

export const themeSets = ['mini-studies', 'banking', 'clinc', 'findings', 'codes-pdpilot'];

/**
 * Reads `themes/<name>.ndjson` below the corpus folder, study by study. If a text has several labels, the first
 * counts.
 */
export function readThemeSet(corpus: string, name: string): LabelledStudy[] {
  const studies = new Map<string, LabelledStudy>();
  for (const line of readLines(join(corpus, 'themes', `${name}.ndjson`))) {
    const { text, study, label, labels } = Row.parse(line);
    const known = studies.get(study) ?? { texts: [], labels: [] };
    known.texts.push(text);
    known.labels.push(label ?? labels?.[0] ?? null);
    studies.set(study, known);
  }
  return [...studies.values()];
}
