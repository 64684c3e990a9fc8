import { basename } from 'node:path';
import type { Transcript } from '../analysis/analyst.js';
import { type Estimate, estimateReading } from '../analysis/model/estimate.js';
import type { Context } from '../core/context.js';
import { invalidRequest } from '../core/errors.js';
import { inThread } from '../core/thread/run-in-thread.js';
import { UnreadableFile } from '../core/unreadable-file.js';
import { findFiles } from './find-files.js';
import type { FieldMapping } from './formats/parsed-file.js';
import { INTERVIEW_FILES } from './formats/read-interviews.js';
import { readContent } from './read-content.js';
import { manifests } from './study-manifest.js';

export interface PathEstimate extends Estimate {
  files: number;
  /** Files that could not be read. */
  failed: string[];
}

/**
 * Estimates what reading a file or folder with the configured model would take; nothing is stored and nothing asked.
 * Throws `invalid_request` without a model, or if the path has no interview file.
 */
export async function estimatePath(
  { models }: Context,
  { path, mapping }: { path: string; mapping: FieldMapping },
): Promise<PathEstimate> {
  if (!models?.reading) {
    throw invalidRequest('No language model is configured, so reading takes no tokens.');
  }
  const { files } = await findFiles(path);
  const notes = manifests();
  const total = { interviews: 0, words: 0, calls: 0, inputTokens: 0, outputTokens: 0 };
  const failed: string[] = [];
  let read = 0;
  for (const file of files) {
    if (files.length > 1 && (await notes.isManifest(file.path))) continue;
    read++;
    const one = await estimateFile(file.path, mapping, models.reading.contextTokens);
    if (!one) failed.push(basename(file.path));
    for (const key of Object.keys(total) as (keyof Estimate)[]) total[key] += one?.[key] ?? 0;
  }
  if (read === 0) {
    throw invalidRequest(`There is no interview file in ${path}: allowed are ${INTERVIEW_FILES}.`);
  }
  return { files: read, failed, ...total };
}

async function estimateFile(
  path: string,
  mapping: FieldMapping,
  contextTokens: number,
): Promise<Estimate | undefined> {
  try {
    const content = await readContent(path);
    const talks: Transcript[] = await inThread('talksIn', {
      ...{ fileName: basename(path), content, mapping },
    });
    return estimateReading(talks, contextTokens);
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}
