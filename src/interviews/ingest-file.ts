import type { Context } from '../core/context.js';
import { finishIngest } from './finish-ingest.js';
import type { FileToIngest, IngestedFile } from './ingested-file.js';
import { takeFile } from './take-file.js';

/**
 * Ingests one file completely: its interviews, their quotes, and the resulting themes and signals. The same file
 * again changes nothing; a corrected file replaces its own quotes. A file that cannot be read gets the outcome
 * `failed` with the reason. Throws Refusal for an unknown study or an unsupported file name.
 */
export async function ingestFile(ctx: Context, input: FileToIngest): Promise<IngestedFile> {
  const result = await takeFile(ctx, input);
  // The ingestion of an unchanged file may have been interrupted before its themes were created.
  if (result.outcome !== 'failed') await finishIngest(ctx, result.studyIds);
  return result;
}
