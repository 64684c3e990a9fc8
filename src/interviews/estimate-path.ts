import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Transcript } from '../analysis/analyst.js';
import {
  type Estimate,
  estimateReading,
  withInterpreting,
} from '../analysis/model/reading/estimate.js';
import type { Context } from '../core/context.js';
import { invalidRequest, UnreadableFile } from '../core/errors.js';
import { inThread } from '../core/thread/run-in-thread.js';
import { findFiles, readContent } from './find-files.js';
import { INTERVIEW_FILES } from './formats/formats.js';
import type { FieldMapping } from './formats/parsed-file.js';
import { readDate } from './formats/read-date.js';

export interface PathEstimate extends Estimate {
  files: number;
  /** Files that could not be read. */
  failed: string[];
}

/**
 * Estimates the cost of reading a file or folder with the configured model, without storing anything or calling the
 * model. Throws `invalid_request` without a model, or if the path has no interview file.
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
  return { files: read, failed, ...withInterpreting(total) };
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

const MANIFEST = 'study.json';

/** The speakers of each file, from a `study.json` in the same folder; other keys are ignored. */
const Manifest = z.object({
  sources: z.array(
    z.object({
      file: z.string(),
      participantName: z.string().optional(),
      capturedAt: z.union([z.string(), z.number()]).optional(),
    }),
  ),
});

interface FileNote {
  participantName?: string;
  capturedAt?: Date;
}

async function readManifest(folder: string): Promise<z.infer<typeof Manifest> | undefined> {
  try {
    const parsed = Manifest.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
    return parsed.data;
  } catch {
    return undefined; // no manifest, or an unrelated file of that name
  }
}

/** Looks up notes on files in the manifests of their folders; each manifest is read once. */
export function manifests(): {
  /** The notes on a file; empty if there are none. */
  noteOf(path: string): Promise<FileNote>;
  /** True if a file is itself a manifest. */
  isManifest(path: string): Promise<boolean>;
} {
  const byFolder = new Map<string, ReturnType<typeof readManifest>>();
  const manifestOf = (path: string) => {
    const folder = dirname(path);
    const known = byFolder.get(folder) ?? readManifest(folder);
    byFolder.set(folder, known);
    return known;
  };
  return {
    async noteOf(path) {
      const source = (await manifestOf(path))?.sources.find(({ file }) => file === basename(path));
      const { participantName, capturedAt } = source ?? {};
      const at = typeof capturedAt === 'number' ? new Date(capturedAt) : readDate(capturedAt ?? '');
      return { ...(participantName && { participantName }), ...(at && { capturedAt: at }) };
    },
    async isManifest(path) {
      return basename(path) === MANIFEST && (await manifestOf(path)) !== undefined;
    },
  };
}
