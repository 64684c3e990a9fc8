import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const SearchDocument = z.object({
  id: z.string(),
  text: z.string(),
  group: z.string().default('all'),
  speaker: z.string().nullish(),
  sourceId: z.string().optional(),
  position: z.number().optional(),
});
const SearchQuery = z.object({
  id: z.string(),
  text: z.string(),
  group: z.string().nullable(),
  relevant: z.array(z.string()),
});

export type SearchDocument = z.infer<typeof SearchDocument>;
type SearchQuery = z.infer<typeof SearchQuery>;

/** Documents and judged queries. A query with a group is asked only within that group. */
export interface EvaluationSet {
  name: string;
  documents: SearchDocument[];
  queries: SearchQuery[];
}

export const setNames = ['meetings', 'paraphrase', 'findings', 'codes-pdpilot', 'interviews'];

/** Reads `search/<name>/{documents,queries}.ndjson` below the corpus folder. */
export function readEvaluationSet(corpus: string, name: string): EvaluationSet {
  const file = (part: string): string => join(corpus, 'search', name, `${part}.ndjson`);
  return {
    name,
    documents: readDocuments(file('documents')),
    queries: readLines(file('queries')).map((line) => SearchQuery.parse(line)),
  };
}

export function readDocuments(file: string): SearchDocument[] {
  return readLines(file).map((line) => SearchDocument.parse(line));
}

export function readLines(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}
