import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Chapter, type CodebookEntry } from './entry.js';

const CHAPTERS = new URL('./chapters/', import.meta.url);

let loaded: readonly CodebookEntry[] | undefined;

/** The built-in codebook: the chapters in `chapters/`, read once per thread. */
export function builtInCodebook(): readonly CodebookEntry[] {
  loaded ??= readChapters();
  return loaded;
}

function readChapters(): CodebookEntry[] {
  const files = readdirSync(CHAPTERS).filter((file) => file.endsWith('.yaml'));
  return files.sort().flatMap((file) => {
    const { about, entries } = Chapter.parse(parse(readFileSync(new URL(file, CHAPTERS), 'utf8')));
    return entries.map((entry) => ({ ...entry, ...(about && { about }) }));
  });
}
