import type { KnownBlock } from '@slack/types';
import type { DigestBeliefRow, ShippedRow, WaitingCardRow } from '../../../db/queries/digest.js';
import { withShownNames } from '../../../src/beliefs/participants/shown-name.js';
import type { BeliefChanges } from '../../../src/beliefs/signals/changes.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { counted, cut } from '../../../src/core/words.js';
import { beliefLines, standing } from '../blocks/belief.js';
import { proposalRow } from '../blocks/belief-buttons.js';
import { localTime } from '../blocks/local-time.js';
import type { Message } from '../blocks/message.js';
import { type Audience, quoteLines, type Viewing } from '../blocks/quotes.js';
import { boldLink, bullets, line, linked, richText, words } from '../blocks/rich-text.js';
import { context, label, mrkdwn, ours } from '../blocks/text.js';
import { LONGEST_MESSAGE, textLength } from '../blocks/text-length.js';
import { decided, type Proposal, proposalBlock } from './proposals.js';

export interface DigestMaterial {
  since: Date;
  /** True in a team's first digest if all of its beliefs are new: it then shows the strongest. */
  isBeginning: boolean;
  /** The proposed new beliefs, by id. */
  proposals: ReadonlyMap<string, Proposal>;
  changes: BeliefChanges;
  shipped: ShippedRow[];
  waiting: WaitingCardRow[];
}

/** Maximum beliefs of each kind; further ones are only counted. */
export const SHOWN = 5;
/** New beliefs shown with quotes, as far as the message has room for them, and the maximum length of each quote. */
const WITH_QUOTES = 3;
const QUOTE = 180;
/** Maximum length of a sentence in a list of beliefs. */
const SENTENCE = 150;

const KINDS = [
  ['contradicted', ':scales: Newly contradicted'],
  ['rising', ':chart_with_upwards_trend: Rising'],
  ['quiet', ':leaves: Gone quiet'],
] as const satisfies readonly (readonly [keyof BeliefChanges, string])[];
const FRESH = ':seedling: New beliefs';
const STRONGEST = ':seedling: The strongest beliefs so far';

/** True if anything has changed since the previous digest. */
export const isNews = ({ changes, shipped, waiting }: DigestMaterial): boolean =>
  Object.values(changes).some((beliefs) => beliefs.length > 0) ||
  shipped.length > 0 ||
  (waiting[0]?.fresh ?? 0) > 0;

/** Changes since the last digest and pending cards, in one message. */
export function digestMessage(digest: DigestMaterial, view: Audience): Message {
  let blocks = blocksOf(digest, view, WITH_QUOTES);
  for (
    let quoted = WITH_QUOTES - 1;
    quoted >= 0 && textLength(blocks) > LONGEST_MESSAGE;
    quoted--
  ) {
    blocks = blocksOf(digest, view, quoted);
  }
  return { text: sentence(digest), blocks };
}

function blocksOf(digest: DigestMaterial, view: Audience, quoted: number): KnownBlock[] {
  const { isBeginning, changes, shipped, waiting, since } = digest;
  return [
    { type: 'header', text: ours(':newspaper: What your users have told you') },
    context(isBeginning ? 'The first digest in this channel' : `Changes since ${localTime(since)}`),
    ...proposals(digest, view, quoted),
    ...KINDS.flatMap(([kind, title]) => beliefs(title, kind, changes[kind], view)),
    ...ships(shipped, view),
    ...cards(waiting, view),
  ];
}

function sentence({ isBeginning, changes, shipped, waiting }: DigestMaterial): string {
  const total = waiting[0]?.total ?? 0;
  const fresh = changes.fresh.length;
  const kinds = [
    [changes.contradicted.length, 'newly contradicted'],
    [changes.rising.length, 'rising'],
    [changes.quiet.length, 'gone quiet'],
  ] as const;
  const others = kinds
    .filter(([count]) => count > 0)
    .map(([count, what], place) =>
      fresh + place === 0 ? `${counted(count, 'belief')} ${what}` : `${count} ${what}`,
    );
  const found = isBeginning
    ? `${counted(fresh, 'belief')} found so far`
    : counted(fresh, 'new belief');
  const news = [
    ...(fresh > 0 ? [found] : []),
    ...others,
    ...(shipped.length > 0 ? [`${counted(shipped.length, 'recommendation')} shipped`] : []),
  ].join(', ');
  return `Digest: ${[news, total > 0 ? moreWait(total) : ''].filter((part) => part !== '').join('; ')}.`;
}

/** The number of waiting cards that this channel does not have; App Home also counts those that it has. */
const moreWait = (total: number): string =>
  `${counted(total, 'more card')} ${total === 1 ? 'is' : 'are'} waiting`;

/** Says how many items were left out of a list, and where they are. */
const more = (total: number, shown: number, where = ''): KnownBlock[] =>
  total > shown
    ? [richText(line(words(`and ${total - shown} more${where}`, { italic: true })))]
    : [];
const IN_HOME = ' in App Home, under Beliefs';

function beliefs(
  title: string,
  kind: (typeof KINDS)[number][0],
  rows: readonly DigestBeliefRow[],
  { now, pages }: Viewing,
): KnownBlock[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, SHOWN)
    .map((row) => [
      boldLink(pageAddress(pages, row), signalRef(row.refNumber)),
      words(` ${label(row.label, SENTENCE)}\n`),
      words(standing(row, now, { told: kind }), { italic: true }),
    ]);
  return [heading(title), richText(bullets(shown)), ...more(rows.length, SHOWN, IN_HOME)];
}

/** New beliefs with their best quotes, for people to keep, rename or reject. */
function proposals(
  { isBeginning, changes, proposals: known }: DigestMaterial,
  view: Audience,
  quoted: number,
): KnownBlock[] {
  const rows = changes.fresh;
  if (rows.length === 0) return [];
  return [
    heading(isBeginning ? STRONGEST : FRESH),
    ...rows.slice(0, SHOWN).flatMap((row, place) => {
      const around = place < quoted ? view : { ...view, showQuotes: false };
      return proposed(row, known.get(row.signalId), around);
    }),
    ...more(rows.length, SHOWN, IN_HOME),
  ];
}

function proposed(
  belief: DigestBeliefRow,
  proposal: Proposal | undefined,
  view: Audience,
): KnownBlock[] {
  const { quotes = [], decision } = proposal ?? {};
  const told = quotes.flatMap((row) => quoteLines(row.quote, row, view, QUOTE));
  return [
    richText(beliefLines(belief, view, { told: 'new' }), ...(view.showQuotes ? told : [])),
    decision
      ? decided(belief.signalId, decision)
      : proposalRow(belief.signalId, proposalBlock(belief.signalId)),
  ];
}

function ships(rows: readonly ShippedRow[], { pages }: Viewing): KnownBlock[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, SHOWN)
    .map((row) => [linked(pageAddress(pages, row), label(row.title, 200))]);
  return [heading(':rocket: Shipped'), richText(bullets(shown)), ...more(rows.length, SHOWN)];
}

/** Lists the remaining cards when a channel gets its first ones. */
export function waitingListMessage(rows: readonly WaitingCardRow[], { names }: Viewing): Message {
  const total = rows[0]?.total ?? 0;
  const text = `${moreWait(total)}. Press “Show card” to have one posted here.`;
  return {
    text,
    blocks: [
      { type: 'section', text: ours(`:inbox_tray: ${text}`) },
      ...rows.map((row) => waitingCard(row, names)),
      ...rest(rows),
    ],
  };
}

function cards(rows: readonly WaitingCardRow[], { names }: Viewing): KnownBlock[] {
  const [first] = rows;
  if (!first) return [];
  return [
    heading(`:inbox_tray: ${moreWait(first.total)}`),
    ...rows.map((row) => waitingCard(row, names)),
    ...rest(rows),
  ];
}

const waitingCard = (
  { actionCardId, summary, title, participantName }: WaitingCardRow,
  names: Viewing['names'],
): KnownBlock => ({
  type: 'section',
  text: {
    type: 'plain_text',
    text: cut(
      title === null
        ? label(withShownNames(summary, [participantName], names), 250)
        : `Recommendation: ${label(title, 250)}`,
      250,
    ),
    emoji: false,
  },
  accessory: {
    type: 'button',
    action_id: 'card.show',
    text: ours('Show card'),
    value: actionCardId,
  },
});

function rest(rows: readonly WaitingCardRow[]): KnownBlock[] {
  const left = (rows[0]?.total ?? 0) - rows.length;
  return more(left + rows.length, rows.length, ' in App Home');
}

const heading = (title: string): KnownBlock => ({
  type: 'section',
  text: mrkdwn(`*${title}*`),
});
