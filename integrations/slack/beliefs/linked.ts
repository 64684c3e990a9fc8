import { type BeliefRow, beliefByRef, cardBeliefs } from '../../../db/queries/card-material.js';
import type { RecommendationRow } from '../../../db/queries/recommendations.js';
import { readRecommendation } from '../../../src/beliefs/recommendations/list-recommendations.js';
import {
  readSignalPacket,
  type SignalPacket,
} from '../../../src/beliefs/signals/read-signal-packet.js';
import { refNumberOf } from '../../../src/beliefs/signals/ref.js';
import { readReadout, type StudyReadout } from '../../../src/beliefs/studies/read-readout.js';
import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import type { PageSubject } from '../../../src/core/page-links.js';

/** The subject of a link into this service. */
export interface LinkSubject {
  kind: 'signal' | 'study' | 'recommendation';
  /** The id; for a signal, its handle is accepted too. */
  id: string;
}

/** The linked record, as read from the team's data. */
export type Linked =
  | { kind: 'signal'; page: PageSubject; packet: SignalPacket }
  | { kind: 'study'; page: PageSubject; readout: StudyReadout }
  | {
      kind: 'recommendation';
      page: PageSubject;
      recommendation: RecommendationRow;
      beliefs: BeliefRow[];
    };

const KINDS = { signals: 'signal', studies: 'study', recommendations: 'recommendation' } as const;

/** Parses a link into this service: a page, or its counterpart in `/v1`. Undefined for any other URL. */
export function subjectOfLink(publicUrl: string, link: string): LinkSubject | undefined {
  if (!URL.canParse(link)) return undefined;
  const { origin, pathname } = new URL(link);
  const base = new URL(publicUrl);
  const root = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin || !pathname.startsWith(`${root}/`)) return undefined;
  const [area = '', collection = '', id = ''] = pathname.slice(`${root}/`.length).split('/');
  if (area !== 'p' && area !== 'v1') return undefined;
  if (!Object.hasOwn(KINDS, collection) || id === '') return undefined;
  try {
    return { kind: KINDS[collection as keyof typeof KINDS], id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}

/** Reads the subject of a link; undefined if the team does not have it. */
export async function readLinked(ctx: Context, subject: LinkSubject): Promise<Linked | undefined> {
  try {
    return await found(ctx, subject);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}

async function found(ctx: Context, { kind, id }: LinkSubject): Promise<Linked> {
  if (kind === 'recommendation') {
    const recommendation = await readRecommendation(ctx, id);
    const beliefs = await ctx.db.rows(cardBeliefs, null, id);
    return { kind, page: { recommendationId: id }, recommendation, beliefs };
  }
  if (kind === 'study') {
    return { kind, page: { studyId: id }, readout: await readReadout(ctx, id) };
  }
  const number = refNumberOf(id);
  const named = number === undefined ? undefined : await ctx.db.row(beliefByRef, number);
  const packet = await readSignalPacket(ctx, named?.signalId ?? id);
  return { kind, page: { signalId: packet.signal.signalId }, packet };
}
