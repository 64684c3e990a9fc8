import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import { type Names, shownName } from '../../../src/beliefs/participants/shown-name.js';
import type { PageLinks } from '../../../src/core/page-links.js';
import { cut } from '../../../src/core/words.js';
import type { AddressRule } from '../../../src/core/work-item-url.js';
import { age } from './local-time.js';
import { boldLink, italic, line, quoted, richText, words } from './rich-text.js';
import { label } from './text.js';

export interface Attribution {
  participantName: string;
  studyName: string;
  capturedAt: Date | null;
  /** `SIG-n`; omitted if the message names the belief once for all quotes. */
  ref?: string;
  /** URL of that belief's page. */
  refAddress?: string | undefined;
}

/** The time of rendering, and the form of participants' names. */
export interface Viewing {
  now: Date;
  names: Names;
  /** Links to the pages; absent if no one could open them. */
  pages?: PageLinks | undefined;
}

/** {@link Viewing} for places that may not show quotes. */
export interface Audience extends Viewing {
  /** False if people of other organizations can or might read it, unless the team allows that. */
  showQuotes: boolean;
}

/** The participant, study and age of a quote: always a separate line, so that no quote can imitate one. */
export function attribution(
  said: Attribution,
  view: Viewing,
  remark?: string,
): RichTextBlockElement {
  const parts = [
    shownName(said.participantName, view.names),
    label(said.studyName, 80),
    age(said.capturedAt, view.now),
    ...(said.ref && !said.refAddress ? [said.ref] : []),
    ...(remark ? [remark] : []),
  ];
  const told = words(`— ${parts.join(' · ')}`, { italic: true });
  if (!said.ref || !said.refAddress) return line(told);
  return line(told, words(' · '), boldLink(said.refAddress, said.ref));
}

/** One verbatim quote with its attribution below. */
export const quoteLines = (
  quote: string,
  said: Attribution,
  view: Viewing,
  max: number,
): RichTextBlockElement[] => [quoted(cut(quote, max)), attribution(said, view)];

export const noQuotesHere = (): KnownBlock =>
  richText(
    line(italic('Quotes are not shown in a channel that is shared with another organization.')),
  );

export interface TrackerName {
  provider: string;
  name: string;
  /** Absent if its issues cannot be handed to coding agents. */
  agents?: unknown;
}

/** The inputs of a card's rendering other than the database. */
export interface CardOptions extends Audience {
  /** Number of renderings of one message, starting at 0 when posted: Slack wants new block ids in each one. */
  version: number;
  /** The configured trackers; each can create issues. */
  trackers: readonly TrackerName[];
  /** The URL rules of every tracker, configured or not. */
  addressRules?: readonly AddressRule[];
}
