import { createHash } from 'node:crypto';
import { ActionCard } from '../../db/entities/action-card.js';
import type { Turn } from '../../db/entities/source-item.js';
import type { LearningTarget } from '../../db/entities/study.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { lockTeam } from '../../db/queries/teams.js';
import { teamStatement } from '../../db/statement.js';
import { refreshFactsOf, settleTrajectories } from '../beliefs/signals/refresh-facts.js';
import { PUBLISH_CARDS } from '../core/announce.js';
import { asEngine, type Context, inTransaction } from '../core/context.js';
import { emit } from '../core/events.js';
import { days, LIVE_CALL_DAYS, STALE_DAYS } from '../core/numbers.js';
import { named } from '../core/words.js';
import type { Change } from './cause.js';
import { touchedTargets } from './coverage.js';
import { keepRun, lastRun, type MarkKind, scopeOfMarks, takeMarks } from './queries/marks.js';
import { studiesToSummarize, writeSummary } from './queries/summaries.js';
import { markChanged } from './queue-engine.js';
import { draftRecommendations, publishDrafts, withdraw } from './recommend/recommend.js';
import { EVERYTHING, type Scope } from './scope.js';
import { settleScope } from './settle-scope.js';
import { summarize } from './summarize.js';

interface UncoveredItemRow {
  sourceItemId: string;
  studyId: string;
  learningTargets: LearningTarget[];
  transcript: Turn[];
  interviewers: string[];
  digest: string;
}

/**
 * Ingested interviews not yet checked against their study's current learning targets, or corrected since; at
 * most `$2`.
 */
const itemsToCover = teamStatement<UncoveredItemRow, [limit: number]>(
  'engine.itemsToCover',
  `select i.source_item_id as "sourceItemId", i.study_id as "studyId", s.learning_targets as "learningTargets",
          i.transcript, i.interviewers, read.digest
     from analyses a
     join source_items i on i.team_id = $1 and i.source_item_id = a.source_item_id and i.transcript is not null
     join studies s on s.team_id = $1 and s.study_id = i.study_id and s.learning_targets <> '[]'
    cross join lateral (select md5(s.learning_targets::text || a.transcript_digest) as digest) read
    where a.team_id = $1 and i.targets_digest is distinct from read.digest
    order by i.source_item_id limit $2`,
);

/** Stores the targets that each interview (`$2`, JSON) touches. */
const keepCoverage = teamStatement<never, [rows: string]>(
  'engine.keepCoverage',
  `update source_items i set covered_target_ids = x."targetIds", targets_digest = x.digest
     from jsonb_to_recordset($2::jsonb) as x("sourceItemId" text, "targetIds" text[], digest text)
    where i.team_id = $1 and i.source_item_id = x."sourceItemId"`,
);

/** Transcripts read at a time; bounds memory whatever the size of the study. */
const PAGE = 20;

/**
 * Records which learning targets each ingested interview discusses in substance. Coverage stated by an import is left
 * as it is. Returns the ids of the studies whose interviews were checked.
 */
async function settleCoverage(tx: Context): Promise<string[]> {
  const studyIds = new Set<string>();
  for (;;) {
    const items = await tx.db.rows(itemsToCover, PAGE);
    if (items.length === 0) break;
    const rows = items.map(({ sourceItemId, learningTargets, digest, ...interview }) => ({
      sourceItemId,
      targetIds: touchedTargets(interview, learningTargets),
      digest,
    }));
    await tx.db.rows(keepCoverage, JSON.stringify(rows));
    for (const { studyId } of items) studyIds.add(studyId);
  }
  if (studyIds.size > 0) await refreshFactsOf(tx, { studyIds: [...studyIds] });
  return [...studyIds];
}

/** Actions of a run, in order. */
export interface EngineReport {
  /** `changed`: only what was marked or fell due; `everything`: the whole team. */
  looked: 'changed' | 'everything';
  changes: Change[];
}

/**
 * Brings the engine's records up to date with the team's facts, in one transaction: coverage and summaries of
 * ingested studies, recommendations, gaps, cards and post-ship receipts, each opened once per cause. Runs of one
 * team take turns across processes. `changed` covers what was marked since the last run or fell due by time, and
 * has the same result as `everything`.
 */
export async function runEngine(
  ctx: Context,
  over: 'changed' | 'everything',
): Promise<EngineReport> {
  await settleTrajectories(ctx);
  const drafts = await draftRecommendations(ctx);
  return inTransaction(asEngine(ctx), async (tx) => {
    await tx.db.row(lockTeam);
    const recommended = [...(await withdraw(tx)), ...(await publishDrafts(tx, drafts))];
    const recommendationIds = recommended.map(({ id }) => id);
    await markChanged(tx.db, { recommendationIds, studyIds: await settleCoverage(tx) });
    const scope = await findScope(tx, over);
    const summarized = await settleSummaries(tx, scope);
    const settled = await settleScope(tx, scope, { mayOpen: true });
    await reportContradictions(tx, settled);
    const changes = [...recommended, ...summarized, ...settled];
    await tx.db.rows(keepRun, tx.now);
    if (changes.some(({ did, what }) => did === 'opened' && what === 'card')) {
      await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
    }
    return { looked: scope === EVERYTHING ? 'everything' : 'changed', changes };
  });
}

/** Takes what was marked since the last run, and what fell due by time; a first run covers everything. */
async function findScope(tx: Context, over: 'changed' | 'everything'): Promise<Scope> {
  const marks = await tx.db.rows(takeMarks);
  const last = await tx.db.row(lastRun);
  if (over === 'everything' || !last || marks.some(({ kind }) => kind === 'team'))
    return EVERYTHING;
  const before = (at: Date, count: number): Date => new Date(at.getTime() - days(count));
  const rows = await tx.db.rows(scopeOfMarks, {
    marks: JSON.stringify(marks),
    supportedAfter: before(last.ranAt, STALE_DAYS),
    capturedAfter: before(tx.now, LIVE_CALL_DAYS),
    now: tx.now,
    supportedUpTo: before(tx.now, STALE_DAYS),
  });
  const ids = (kind: MarkKind): string[] =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return {
    signal: ids('signal'),
    theme: ids('theme'),
    study: ids('study'),
    source_item: ids('source_item'),
    recommendation: ids('recommendation'),
    team: null,
  };
}

/**
 * Rewrites summaries of ingested studies whose data changed. A summary last written by something other than the
 * engine stays.
 */
async function settleSummaries(tx: Context, { study: ids }: Scope): Promise<Change[]> {
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

/** Posts contradicted fixes to their issues, for the people who built them. */
async function reportContradictions(tx: Context, changes: readonly Change[]): Promise<void> {
  for (const { did, type, id } of changes) {
    if (did !== 'opened' || type !== 'fix_contradicted') continue;
    const card = await tx.db.findOne(ActionCard, { actionCardId: id });
    if (!card?.recommendationId || !card.cause) continue;
    const { recommendationId, summary, cause } = card;
    await emit(tx, 'fixContradicted', { recommendationId, text: summary, cause });
  }
}
