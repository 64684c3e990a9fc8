import type { KnownBlock } from '@slack/types';
import type { DigestBeliefRow, ShippedRow, WaitingCardRow } from '../../../db/queries/digest.js';
import type { BeliefChanges } from '../../../src/digest/changes.js';
import { signalRef } from '../../../src/signals/ref.js';
import { counted, cut } from '../../../src/words.js';
import { localTime } from './age.js';
import { standing } from './belief.js';
import type { Message } from './card-message.js';
import { withShownNames } from './person-name.js';
import type { Viewing } from './quotes.js';
import { bold, bullets, line, richText, words } from './rich-text.js';
import { context, label, mrkdwn, ours } from './text.js';

export interface DigestMaterial {
  since: Date;
  changes: BeliefChanges;
  shipped: ShippedRow[];
  waiting: WaitingCardRow[];
}

/** Beliefs told of each kind; the rest is counted. */
const SHOWN = 5;

const KINDS = [
  ['fresh', ':seedling: New beliefs'],
  ['contradicted', ':scales: Newly contradicted'],
  ['rising', ':chart_with_upwards_trend: Rising'],
  ['quiet', ':leaves: Gone quiet'],
] as const satisfies readonly (readonly [keyof BeliefChanges, string])[];

/** Whether there is anything to tell that the digest before did not. */
export const isNews = ({ changes, shipped, waiting }: DigestMaterial): boolean =>
  Object.values(changes).some((beliefs) => beliefs.length > 0) ||
  shipped.length > 0 ||
  (waiting[0]?.fresh ?? 0) > 0;

/** What changed since the last digest and what waits, in one message. */
export function digestMessage(digest: DigestMaterial, view: Viewing): Message {
  const { changes, shipped, waiting, since } = digest;
  return {
    text: sentence(digest),
    blocks: [
      { type: 'header', text: ours(':newspaper: What your users have told you') },
      context(`Since ${localTime(since)}`),
      ...KINDS.flatMap(([kind, title]) => beliefs(title, changes[kind], view)),
      ...ships(shipped),
      ...cards(waiting, view),
    ],
  };
}

function sentence({ changes, shipped, waiting }: DigestMaterial): string {
  const total = waiting[0]?.total ?? 0;
  const parts = [
    [changes.fresh.length, 'new'],
    [changes.contradicted.length, 'contradicted'],
    [changes.rising.length, 'rising'],
    [changes.quiet.length, 'gone quiet'],
    [shipped.length, 'shipped'],
  ] as const;
  const news = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const waits = total > 0 ? `${counted(total, 'card')} ${total === 1 ? 'waits' : 'wait'}` : '';
  return `Digest: ${[news.join(', '), waits].filter((part) => part !== '').join('; ')}.`;
}

const more = (total: number, shown: number) =>
  total > shown ? [[words(`and ${total - shown} more`, { italic: true })]] : [];

function beliefs(title: string, rows: readonly DigestBeliefRow[], { now }: Viewing): KnownBlock[] {
  if (rows.length === 0) return [];
  const shown = rows
    .slice(0, SHOWN)
    .map((row) => [
      bold(`${signalRef(row.refNumber)} `),
      words(`${label(row.label, 200)}\n`),
      words(standing(row, now), { italic: true }),
    ]);
  return [heading(title), richText(bullets([...shown, ...more(rows.length, SHOWN)]))];
}

function ships(rows: readonly ShippedRow[]): KnownBlock[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, SHOWN).map(({ title }) => [words(label(title, 200))]);
  return [heading(':rocket: Shipped'), richText(bullets([...shown, ...more(rows.length, SHOWN)]))];
}

function cards(rows: readonly WaitingCardRow[], { names }: Viewing): KnownBlock[] {
  const [first] = rows;
  if (!first) return [];
  const rest = first.total - rows.length;
  const row = ({ actionCardId, summary, title, participantName }: WaitingCardRow): KnownBlock => ({
    type: 'section',
    text: {
      type: 'plain_text',
      text: cut(label(title ?? withShownNames(summary, [participantName], names), 250), 250),
      emoji: false,
    },
    accessory: {
      type: 'button',
      action_id: 'card.show',
      text: ours('Show card'),
      value: actionCardId,
    },
  });
  return [
    heading(`:inbox_tray: ${counted(first.total, 'card')} ${first.total === 1 ? 'waits' : 'wait'}`),
    ...rows.map(row),
    ...(rest > 0 ? [richText(line(words(`and ${rest} more in App Home`, { italic: true })))] : []),
  ];
}

const heading = (title: string): KnownBlock => ({
  type: 'section',
  text: mrkdwn(`*${title}*`),
});
