import { randomUUID } from 'node:crypto';
import { Recommendation, RecommendationSignal } from '../../../db/entities/recommendation.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import type { Context } from '../../core/context.js';
import { OPEN_RECOMMENDATIONS, RECOMMEND_AGAIN_FACTOR } from '../../core/numbers.js';
import { people } from '../../core/words.js';
import type { Change } from '../cause.js';
import { beginCauses, endCauses } from '../queries/causes.js';
import { recommendable, withdrawRecommendations } from '../queries/recommendable.js';
import { type Draft, implicationOf, readBasis, writeDraft } from './write-draft.js';

/** A recommendation for a signal, not yet stored. */
interface Drafted {
  signalId: string;
  draft: Draft;
}

/** If this share of a signal's supporters, or more, is against it, its implication does not follow for all of them. */
const DIVIDED_SHARE = 0.5;

const isDivided = ({ participantCount, counterParticipantCount }: SignalRow): boolean =>
  counterParticipantCount >= DIVIDED_SHARE * participantCount;

/**
 * Writes the recommendations that are due: none for a signal that people are divided over, or whose entry in the
 * codebook has no implication. It reads a lot, so call it before the team is locked; `publishDrafts` checks again.
 */
export async function draftRecommendations(ctx: Context): Promise<Drafted[]> {
  const drafted: Drafted[] = [];
  for (const signal of await ctx.db.rows(recommendable, ...LIMITS, null)) {
    const { signalId } = signal;
    const so = isDivided(signal) ? undefined : await implicationOf(ctx, signalId);
    if (!so) continue;
    const basis = await readBasis(ctx, signal);
    if (basis.themes.length === 0) continue;
    drafted.push({ signalId, draft: writeDraft(basis, so, ctx.now) });
  }
  return drafted;
}

/** Stores and publishes the drafts whose signals still have no recommendation. */
export async function publishDrafts(tx: Context, drafts: readonly Drafted[]): Promise<Change[]> {
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ signalId }) => signalId);
  const changes: Change[] = [];
  for (const signal of await tx.db.rows(recommendable, ...LIMITS, ids)) {
    const { draft } = drafts.find(({ signalId }) => signalId === signal.signalId) as Drafted;
    const recommendationId = await publish(tx, signal.signalId, draft);
    changes.push({
      did: 'opened',
      what: 'recommendation',
      type: 'recommendation',
      id: recommendationId,
      summary: draft.title,
      why: `${signalRef(signal.refNumber)} is established by ${people(signal.participantCount)} and has no recommendation`,
    });
  }
  return changes;
}

/** Withdraws undecided recommendations whose signal is no longer established. */
export async function withdraw(tx: Context): Promise<Change[]> {
  const rows = await tx.db.rows(withdrawRecommendations);
  await tx.db.rows(
    endCauses,
    rows.map(({ cause }) => cause),
    tx.now,
  );
  return rows.map(({ recommendationId, title, refNumber }) => ({
    did: 'closed',
    what: 'recommendation',
    type: 'recommendation',
    id: recommendationId,
    summary: title,
    why: `${signalRef(refNumber)} is archived or no longer established`,
  }));
}

const LIMITS = [OPEN_RECOMMENDATIONS, RECOMMEND_AGAIN_FACTOR] as const;

async function publish(tx: Context, signalId: string, draft: Draft): Promise<string> {
  const recommendationId = `rec-${randomUUID()}`;
  await tx.db.insert(Recommendation, {
    recommendationId,
    ...draft,
    published: true,
    generatedAt: tx.now,
    updatedAt: tx.now,
  });
  await tx.db.insert(RecommendationSignal, { recommendationId, signalId, position: 0 });
  const cause = {
    cause: `recommendation:${signalId}`,
    rule: 'recommendation',
    aboutId: signalId,
    subjectId: recommendationId,
    minted: true,
  };
  await tx.db.rows(beginCauses, JSON.stringify([cause]), tx.now);
  return recommendationId;
}
