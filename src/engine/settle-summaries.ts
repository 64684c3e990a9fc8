import { createHash } from 'node:crypto';
import { studiesToSummarize, writeSummary } from '../../db/queries/engine/summaries.js';
import type { Context } from '../context.js';
import type { Change } from './change.js';
import type { Scope } from './scope.js';
import { summarize } from './summarize.js';
import { named } from './words.js';

/**
 * Writes the summaries of studies whose interviews were ingested, where what they say has changed. A summary
 * that somebody imported or wrote, or changed since, is theirs and stays.
 */
export async function settleSummaries(tx: Context, { study: ids }: Scope): Promise<Change[]> {
  const changes: Change[] = [];
  for (const study of await tx.db.rows(studiesToSummarize({ only: ids !== null }), ids)) {
    const [written, basis] = study.summaryBasis?.split(' ') ?? [null];
    if (study.digest !== null && study.digest !== written) continue;
    const summary = summarize(study);
    const now = createHash('md5').update(JSON.stringify(summary)).digest('hex');
    if (study.digest !== null && now === basis) continue;
    const dated = { ...summary, lastUpdated: tx.now.getTime() };
    await tx.db.rows(writeSummary, study.studyId, JSON.stringify(dated), now);
    changes.push({
      did: study.summary ? 'updated' : 'opened',
      what: 'summary',
      type: 'study_summary',
      id: study.studyId,
      summary: `${named(study.name)}: ${summary.narrative}`,
      why: study.summary ? 'what its interviews say has changed' : 'its interviews have been read',
    });
  }
  return changes;
}
