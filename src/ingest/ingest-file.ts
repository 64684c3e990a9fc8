import type { Context } from '../context.js';
import { finishIngest } from './finish-ingest.js';
import type { FileToIngest, IngestedFile } from './ingested-file.js';
import { takeFile } from './take-file.js';

/**
 * Ingests one file whole: its interviews, their quotes, and the themes and signals that follow. The same file
 * again changes nothing; a corrected one replaces its own quotes. A file that cannot be read ends as `failed`
 * with the reason. Throws Refusal for an unknown study or a name that is no interview file's.
 */
export async function ingestFile(ctx: Context, input: FileToIngest): Promise<IngestedFile> {
  const result = await takeFile(ctx, input);
  // An unchanged file may be one whose ingestion was ended before its themes were found.
  if (result.outcome !== 'failed') await finishIngest(ctx, result.studyIds);
  return result;
}
