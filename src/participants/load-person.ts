import { Participant } from '../../db/entities/study.js';
import {
  type InterviewRow,
  interviewsOf,
  quotesOf,
} from '../../db/queries/participants/participants.js';
import type { Context } from '../context.js';
import { notFound } from '../errors.js';
import { bareName } from '../ingest/people/bare-name.js';
import { namesSomebody } from '../ingest/roles/role-words.js';
import { ownTurns } from './own-turns.js';

export interface HeldPerson {
  participant: Participant;
  interviews: InterviewRow[];
  quotes: { quoteId: string; quote: string; note: string | null }[];
  /** What they said in their interviews, turn by turn. */
  spoken: string[];
  /** Names that transcripts call them by, in small letters; none that others may have too. */
  speakers: string[];
}

const isFullName = (name: string): boolean => /\p{L}+\s+\p{L}+/u.test(name) && namesSomebody(name);

/** What is held on a participant. Throws `not_found`. */
export async function loadPerson(ctx: Context, participantId: string): Promise<HeldPerson> {
  const participant = await ctx.db.findOne(Participant, { participantId });
  if (!participant) throw notFound('participant', participantId);
  const interviews = await ctx.db.rows(interviewsOf, participantId);
  const quotes = await ctx.db.rows(quotesOf, participantId);
  const words = quotes.map(({ quote }) => quote);
  const own = interviews.flatMap((one) => ownTurns(one, participant.displayName, words));
  const names = [participant.displayName, ...own.map(({ speaker }) => speaker)]
    .flatMap((name) => [name, bareName(name)])
    .filter((name) => isFullName(bareName(name)));
  return {
    participant,
    interviews,
    quotes,
    spoken: own.map(({ text }) => text),
    speakers: [...new Set(names.map((name) => name.toLowerCase()))],
  };
}
