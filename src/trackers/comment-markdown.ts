import { literalInline, literalLines } from '../recommendations/literal-markdown.js';
import type { WorkItemNote } from './work-item-note.js';

const DECISIONS = { accepted: 'Accepted', dismissed: 'Dismissed' } as const;
const OUTCOMES = {
  shipped: 'Marked as shipped',
  validated: 'Marked as validated',
  stale: 'Marked as gone stale',
} as const;
const NAME_LIMIT = 80;

/** One thing that happened, as markdown in which what people wrote shows literally and pings nobody. */
export function commentMarkdown(note: WorkItemNote, actorName: string): string {
  const by = literalInline(actorName.slice(0, NAME_LIMIT));
  switch (note.kind) {
    case 'decision':
      return said(`**${DECISIONS[note.decision]}** by ${by} in Belief Layer.`, note.note);
    case 'outcome':
      return said(`**${OUTCOMES[note.outcome]}** by ${by} in Belief Layer.`, note.note);
    case 'receipt':
      return said(
        '**Quiet**: people were interviewed, and nobody brought this up unasked.',
        note.text,
      );
    case 'contradiction':
      return said('**Contradicted**: people still report what this was to fix.', note.text);
  }
}

/** The sentence, and what somebody wrote below it as a quote. */
function said(sentence: string, words: string | undefined): string {
  if (!words?.trim()) return sentence;
  const quote = literalLines(words.trim()).map((line) => `> ${line}`);
  return `${sentence}\n\n${quote.join('\n')}`;
}
