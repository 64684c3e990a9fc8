import { type CodebookChange, codebookWith } from './codebook-with.js';
import { type CompiledEntry, compileEntry } from './patterns.js';

let last: { changes: string; compiled: readonly CompiledEntry[] } | undefined;

/** Returns a team's compiled codebook. The last one is cached, because a team's interviews are read in a row. */
export function compiledCodebook(changes: readonly CodebookChange[]): readonly CompiledEntry[] {
  const key = JSON.stringify(changes);
  if (last?.changes !== key) {
    last = { changes: key, compiled: codebookWith(changes).entries.map(compileEntry) };
  }
  return last.compiled;
}
