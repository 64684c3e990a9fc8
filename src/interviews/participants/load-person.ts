import type { Turn } from '../../../db/entities/source-item.js';
import { Participant } from '../../../db/entities/study.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';
import { type InterviewRow, interviewsOf, quotesOf } from '../queries/participants.js';
import { findInterviewers, isNamed } from '../roles/find-interviewers.js';
import { namesSomebody } from '../roles/role-words.js';
import { bareName } from './person.js';

export interface HeldPerson {
  participant: Participant;
  interviews: InterviewRow[];
  quotes: { quoteId: string; quote: string; note: string | null }[];
  /** Their words in their interviews, turn by turn. */
  spoken: string[];
  /** Names by which transcripts call them, in lower case, without names that others may share. */
  speakers: string[];
}

const isFullName = (name: string): boolean => /\p{L}\s+\p{L}/u.test(name) && namesSomebody(name);

/** Loads all data held on a participant. Throws `not_found`. */
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

/**
 * Returns the turns of a participant in their own interview. Imported transcripts may hold several people and do
 * not state the interviewers. The participant is then the speaker with their name, or else the only one who
 * answers; if neither is known, only the quoted turns are returned.
 */
function ownTurns(
  {
    transcript,
    interviewers,
  }: { transcript: readonly Turn[] | null; interviewers: readonly string[] },
  displayName: string,
  quotes: readonly string[],
): Turn[] {
  const turns = transcript ?? [];
  const known = interviewers.length > 0;
  const asking = known ? interviewers : findInterviewers(turns);
  const answers = turns.filter(({ speaker }) => !asking.includes(speaker));
  const named = turns.filter(({ speaker }) => isNamed(speaker, [displayName]));
  if (named.length > 0) return named;
  const alone = new Set(answers.map(({ speaker }) => speaker)).size === 1;
  if (known || alone) return answers;
  return turns.filter(({ text }) => quotes.some((quote) => text.includes(quote)));
}
