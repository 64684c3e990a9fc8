import type { Decision, Outcome } from '../../db/entities/recommendation.js';
import { literalInline, literalLines } from '../beliefs/recommendations/literal-markdown.js';

/** A change of a recommendation that is posted to its issues. */
export type WorkItemNote =
  | { kind: 'decision'; decision: Decision; note?: string | undefined }
  | { kind: 'outcome'; outcome: Outcome; note?: string | undefined }
  /** `text`: plain sentences with the findings; `cause`: notes with the same cause are one. */
  | { kind: 'receipt' | 'contradiction'; text: string; cause: string };

const DECISIONS = { accepted: 'Accepted', dismissed: 'Dismissed' } as const;
const OUTCOMES = {
  shipped: 'Marked as shipped',
  validated: 'Marked as validated',
  stale: 'Marked as gone stale',
} as const;
const NAME_LIMIT = 80;

/** The text of one event, as markdown in which user text shows literally and pings no one. */
export function commentMarkdown(note: WorkItemNote, actorName: string): string {
  const by = literalInline(actorName.slice(0, NAME_LIMIT));
  switch (note.kind) {
    case 'decision':
      return said(`**${DECISIONS[note.decision]}** by ${by} in Belief Layer.`, note.note);
    case 'outcome':
      return said(`**${OUTCOMES[note.outcome]}** by ${by} in Belief Layer.`, note.note);
    case 'receipt':
      return said(
        '**Quiet**: people were interviewed, and no one brought this up unprompted.',
        note.text,
      );
    case 'contradiction':
      return said('**Contradicted**: people still report what this was to fix.', note.text);
  }
}

/** The sentence, followed by a user's words as a quote. */
function said(sentence: string, words: string | undefined): string {
  if (!words?.trim()) return sentence;
  const quote = literalLines(words.trim()).map((line) => `> ${line}`);
  return `${sentence}\n\n${quote.join('\n')}`;
}
