import type { Turn } from '../../db/entities/source-item.js';
import { findInterviewers, isNamed } from '../ingest/roles/find-interviewers.js';

/**
 * The turns of a participant in an interview of theirs. Imported transcripts may hold others too and do not say
 * who interviews: then it is who has the participant's name, else the only one who answers, else only the turns
 * that they are quoted from.
 */
export function ownTurns(
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
