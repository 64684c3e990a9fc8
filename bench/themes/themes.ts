import { place } from '../../src/analysis/grouping/place.js';
import type { Report } from '../report.js';
import { mean } from '../search/measures.js';
import { type Agreement, agreement } from './agreement.js';
import { goldRecall } from './gold-recall.js';
import { type LabelledStudy, readThemeSet, themeSets } from './theme-set.js';

/** The corpus's best baseline: V-measure, mean over its sets. */
const bestBaseline = 0.7184;
/** Number of quotes of a large study, which are all compared at once. */
const quotesForSpeed = 2_500;

/**
 * Compares the grouping of quotes into themes with that of people. Also measures the recall of passages coded by
 * researchers, and the cost of grouping. The sets are in the folder that `CORPUS_DIR` names; they are not part of
 * this repository.
 */
export async function themes(): Promise<Report> {
  const corpus = process.env.CORPUS_DIR;
  if (!corpus) throw new Error('CORPUS_DIR must name the folder of the evaluation sets.');
  const sets = themeSets.map((name) => ({ name, studies: readThemeSet(corpus, name) }));
  const measured = sets.map(({ name, studies }) => ({ name, ...measure(studies) }));
  const recall = goldRecall(corpus);
  const texts = sets.flatMap(({ studies }) => studies.flatMap((study) => study.texts));
  const started = performance.now();
  grouped(texts.slice(0, quotesForSpeed));
  const seconds = (performance.now() - started) / 1_000;
  return {
    name: 'themes',
    conditions: { quotes: quotesForSpeed },
    tables: [
      {
        title: 'Themes, compared with those of people (means over studies)',
        rows: measured.map(({ name, vMeasure, ari, groups, studies }) => ({
          set: name,
          studies,
          'V-measure': vMeasure,
          ARI: ari,
          groups,
        })),
      },
      { title: 'Passages that researchers coded', rows: [{ ...recall }] },
      { title: 'Grouping', rows: [{ quotes: quotesForSpeed, seconds }] },
    ],
    bars: [
      {
        what: 'V-measure, mean over sets',
        value: mean(measured.map(({ vMeasure }) => vMeasure)),
        bar: bestBaseline,
        want: 'at least',
      },
      { what: 'grouping, s', value: seconds, bar: 10, want: 'at most' },
    ],
  };
}

/** Groups texts like the quotes of a new study, each from a different person. */
function grouped(texts: readonly string[]): number[][] {
  const quotes = texts.map((text, at) => ({ id: String(at).padStart(6, '0'), text }));
  return place(quotes, []).founded.map((ids) => ids.map(Number));
}

function measure(studies: readonly LabelledStudy[]) {
  const found = studies.map(({ texts, labels }) => agreement(grouped(texts), labels));
  const of = (value: (one: Agreement) => number | undefined): number =>
    mean(found.flatMap((one) => value(one) ?? []));
  return {
    studies: studies.length,
    vMeasure: of(({ vMeasure }) => vMeasure),
    ari: of(({ ari }) => ari),
    groups: of(({ groups }) => groups),
  };
}
