import { SourceItem, type Turn } from '../../../db/entities/source-item.js';
import type { Context } from '../../core/context.js';
import { interviewsNaming } from '../queries/erase.js';
import { cardsAbout, filesOf } from '../queries/participants.js';
import { type HeldPerson, loadPerson } from './load-person.js';

/** Turns of the participant in interviews with others. */
async function saidElsewhere(ctx: Context, { speakers, interviews }: HeldPerson) {
  const own = new Set(interviews.map(({ sourceItemId }) => sourceItemId));
  const said: { sourceItemId: string; turns: Turn[] }[] = [];
  for (const { sourceItemId } of await ctx.db.rows(interviewsNaming, speakers, [], [])) {
    if (own.has(sourceItemId)) continue;
    const [item] = await ctx.db.find(
      SourceItem,
      { sourceItemId },
      { select: { transcript: true } },
    );
    const turns = item?.transcript ?? [];
    said.push({
      sourceItemId,
      turns: turns.filter(({ speaker }) => speakers.includes(speaker.toLowerCase())),
    });
  }
  return said;
}

/**
 * Returns all data held on a participant: profile, complete interviews, quotes, cards and files. Throws
 * `not_found`.
 */
export async function exportParticipant(ctx: Context, participantId: string) {
  const person = await loadPerson(ctx, participantId);
  const { participant, interviews, quotes } = person;
  const { displayName, email, lastContactedAt } = participant;
  const itemIds = interviews.map(({ sourceItemId }) => sourceItemId);
  return {
    participant: { participantId, displayName, email, lastContactedAt },
    sourceItems: interviews,
    evidence: quotes,
    saidInOtherInterviews: await saidElsewhere(ctx, person),
    actionCards: await ctx.db.rows(cardsAbout, participantId, itemIds),
    files: await ctx.db.rows(filesOf, itemIds),
  };
}

export type ParticipantExport = Awaited<ReturnType<typeof exportParticipant>>;
