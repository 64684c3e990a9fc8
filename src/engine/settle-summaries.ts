import { createHash } from 'node:crypto';
import { studiesToSummarize, writeSummary } from '../../db/queries/engine/summaries.js';
import type { Context } from '../context.js';
import { named } from '../words.js';
import type { Change } from './change.js';
import type { Scope } from './scope.js';
import { summarize } from './summarize.js';

/**
 * Writes the summaries of studies whose interviews were ingested, where what they say has changed. A summary of
 * another time than the engine wrote one is somebody's own, and stays.
 */
export async function settleSummaries(tx: Context, { study: ids }: Scope): Promise<Change[]> {
  const changes: Change[] = [];
  for (const study of await tx.db.rows(studiesToSummarize({ only: ids !== null }), ids)) {
    const { studyId, summary: known, summaryBasis } = study;
    const [written, basis] = summaryBasis?.split(' ') ?? [];
    if (known && `${known.lastUpdated}` !== written) continue;
    const summary = summarize(study);
    const now = createHash('md5').update(JSON.stringify(summary)).digest('hex');
    if (known && now === basis) continue;
    const lastUpdated = tx.now.getTime();
    const dated = JSON.stringify({ ...summary, lastUpdated });
    await tx.db.rows(writeSummary, studyId, dated, `${lastUpdated} ${now}`);
    changes.push({
      did: known ? 'updated' : 'opened',
      what: 'summary',
      type: 'study_summary',
      id: studyId,
      summary: `${named(study.name)}: ${summary.narrative}`,
      why: known ? 'what its interviews say has changed' : 'its interviews have been read',
    });
  }
  return changes;
}
