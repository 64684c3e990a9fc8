import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readDate } from './formats/read-date.js';

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

export interface FileNote {
  participantName?: string;
  capturedAt?: Date;
}

async function readManifest(folder: string): Promise<z.infer<typeof Manifest> | undefined> {
  try {
    const parsed = Manifest.safeParse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
    return parsed.data;
  } catch {
    return undefined; // no manifest, or a file of that name that is something else
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
