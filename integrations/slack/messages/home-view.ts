import type { ActionsBlock, HomeView, KnownBlock, PlainTextOption } from '@slack/types';
import type { DeedRow, InboxCount, SnoozedRow } from '../../../db/queries/slack-home.js';
import { signalRef } from '../../../src/signals/ref.js';
import { counted, cut } from '../../../src/words.js';
import type { HomePage } from '../actions/click.js';
import type { CardMaterial } from '../card-material.js';
import type { NamedStatus } from '../connection/connections.js';
import { itemLink } from '../work-items/item-link.js';
import { localTime } from './age.js';
import { standing } from './belief.js';
import type { CardOptions } from './card-options.js';
import { summaryText } from './cards/card-face.js';
import { FACES } from './cards/faces.js';
import { ownLine } from './history-line.js';
import { moveBlocks } from './moves.js';
import { withShownNames } from './person-name.js';
import { line, richText, words } from './rich-text.js';
import { context, literal, mrkdwn, ours } from './text.js';

export interface HomeMaterial {
  page: HomePage;
  cards: CardMaterial[];
  counts: InboxCount[];
  snoozed: SnoozedRow[];
  deeds: DeedRow[];
  health: NamedStatus[];
  mayChangeSettings: boolean;
  /** An answer to what the person just did here. */
  notice?: string;
}

export const HOME_PAGE_SIZE = 8;

/** A person's App Home: the ranked inbox with its moves, what is snoozed, what they did, and the health. */
export function homeView(home: HomeMaterial, options: CardOptions): HomeView {
  const total = home.counts.reduce((sum, { count }) => sum + count, 0);
  return {
    type: 'home',
    private_metadata: JSON.stringify(home.page),
    blocks: [
      ...(home.notice ? [context(cut(`:information_source: ${home.notice}`, 2900))] : []),
      header(`Inbox: ${counted(total, 'card')} waiting`),
      ...(total > 0 ? [filterRow(home, total)] : []),
      ...(home.cards.length === 0 ? [emptyInbox(total)] : []),
      ...home.cards.flatMap((card) => cardRow(card, options)),
      ...pager(home, total),
      ...(home.snoozed.length > 0
        ? [header('Snoozed'), ...home.snoozed.map((row) => snoozedRow(row, options))]
        : []),
      ...(home.deeds.length > 0
        ? [header('What you did last'), ...home.deeds.map((row) => deedRow(row, options))]
        : []),
      header('Connections'),
      ...home.health.map(healthRow),
      ...(home.mayChangeSettings ? [settingsRow()] : []),
    ],
  };
}

const header = (text: string): KnownBlock => ({ type: 'header', text: ours(text) });

const TYPES: Record<InboxCount['type'], string> = {
  fix_contradicted: 'Fixes that did not hold',
  live_call: 'People to call',
  interview_failure: 'Failed interviews',
  low_balance: 'Interviews running low',
  new_recommendation: 'Recommendations',
  theme_contradiction: 'Disagreements',
  cross_study_signal: 'Beliefs across studies',
  research_gap: 'Gaps',
  follow_up_suggestion: 'Worth asking next',
  study_saturation: 'Saturated studies',
};

function filterRow({ page, counts }: HomeMaterial, total: number): ActionsBlock {
  const all: PlainTextOption = { value: 'all', text: ours(`All (${total})`) };
  const options = [
    all,
    ...counts.map(({ type, count }) => ({
      value: type,
      text: ours(`${TYPES[type]} (${count})`),
    })),
  ];
  return {
    type: 'actions',
    block_id: 'filter',
    elements: [
      {
        type: 'static_select',
        action_id: 'home.filter',
        options,
        initial_option: options.find(({ value }) => value === page.filter) ?? all,
      },
    ],
  };
}

const emptyInbox = (total: number): KnownBlock => ({
  type: 'section',
  text: ours(
    total === 0
      ? ':sparkles: Nothing waits for you. New cards appear here and in the channel.'
      : 'No card of this type waits.',
  ),
});

function cardRow(material: CardMaterial, options: CardOptions): KnownBlock[] {
  const { title } = FACES[material.card.type](material, options);
  const belief = material.beliefs[0];
  const why = belief
    ? `${signalRef(belief.refNumber)} · ${standing(belief, options.now)}`
    : undefined;
  const isProposal = material.card.type === 'new_recommendation';
  const proposed = isProposal ? material.recommendation?.title : undefined;
  const what = proposed ?? summaryText(material, options.names);
  return [
    { type: 'divider' },
    { type: 'section', text: mrkdwn(`*${title}*`) },
    richText(line(words(cut(what, 400))), ...(why ? [line(words(why, { italic: true }))] : [])),
    ...moveBlocks(material, options),
  ];
}

function pager({ page, counts }: HomeMaterial, total: number): KnownBlock[] {
  const matching = counts.find(({ type }) => type === page.filter)?.count ?? total;
  const last = Math.max(0, Math.ceil(matching / HOME_PAGE_SIZE) - 1);
  const turn = (text: string, to: number): ActionsBlock['elements'][number] => ({
    type: 'button',
    action_id: `home.page:${text.toLowerCase()}`,
    text: ours(text),
    value: String(to),
  });
  const elements = [
    ...(page.page > 0 ? [turn('Previous', page.page - 1)] : []),
    ...(page.page < last ? [turn('Next', page.page + 1)] : []),
  ];
  return elements.length > 0
    ? [{ type: 'divider' }, { type: 'actions', block_id: 'pager', elements }]
    : [];
}

const snoozedRow = (row: SnoozedRow, { names }: CardOptions): KnownBlock => ({
  type: 'section',
  text: mrkdwn(
    `:zzz: until ${localTime(row.snoozedUntil)} · ${literal(withShownNames(row.summary, [row.participantName], names), 150)}`,
  ),
  accessory: {
    type: 'button',
    action_id: 'card.wake',
    text: ours('Wake now'),
    value: row.actionCardId,
  },
});

function deedRow(deed: DeedRow, { names }: CardOptions): KnownBlock {
  const about = withShownNames(deed.subject ?? '', [deed.participantName], names);
  return context(`${ownLine(deed)}${about ? ` · ${literal(about, 120)}` : ''}`);
}

const healthRow = ({ name, status, url }: NamedStatus): KnownBlock =>
  context(
    `${status.ok ? ':white_check_mark:' : ':x:'} ${literal(name, 80)}: ${url ? itemLink(url, status.detail) : literal(status.detail, 1_000)}`,
  );

const settingsRow = (): KnownBlock => ({
  type: 'actions',
  block_id: 'settings',
  elements: [{ type: 'button', action_id: 'home.settings', text: ours(':gear: Settings') }],
});
