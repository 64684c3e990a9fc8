import type { ActionsBlock, HomeView, KnownBlock, PlainTextOption } from '@slack/types';
import type { NoBeliefs } from '../../../src/analysis/synthesize.js';
import { RECOMMENDATION_STATE_NAMES } from '../../../src/beliefs/names.js';
import { withShownNames } from '../../../src/beliefs/participants/shown-name.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { pageAddress } from '../../../src/core/page-links.js';
import { counted, cut } from '../../../src/core/words.js';
import { standing } from '../blocks/belief.js';
import { noBeliefsBlocks } from '../blocks/belief-buttons.js';
import { ownLine } from '../blocks/history-line.js';
import { localTime } from '../blocks/local-time.js';
import type { CardOptions } from '../blocks/quotes.js';
import { bold, line, linked, richText, words } from '../blocks/rich-text.js';
import { context, itemLink, literal, mrkdwn, ours, ownSentence } from '../blocks/text.js';
import { actionBlocks } from '../cards/action-blocks.js';
import type { CardMaterial } from '../cards/card-material.js';
import { subjectText } from '../cards/card-subject.js';
import { CONTENT_BY_TYPE, contentOf } from '../cards/content-by-type.js';
import { workItemBlocks } from '../cards/status.js';
import type { NamedStatus } from '../delivery/connections.js';
import type { ActionRow, InboxCount, SnoozedRow } from '../queries/home.js';
import type { HomePage } from '../requests/payloads.js';
import {
  BELIEFS_PAGE_SIZE,
  type BeliefsMaterial,
  beliefsBlocks,
  beliefsTitle,
  beliefsTotal,
} from './beliefs-view.js';
import { ratingsRow } from './ratings.js';

interface HomeMaterial {
  page: HomePage;
  cards: CardMaterial[];
  /**
   * Accepted cards of this user that have no issue yet: they have left the inbox, but their next step is pending.
   */
  accepted: CardMaterial[];
  counts: InboxCount[];
  /** Number of themes that a user could name, if the inbox is empty. */
  themesWaiting: number;
  /** If present, shown in place of the inbox. */
  beliefs?: BeliefsMaterial;
  snoozed: SnoozedRow[];
  recentActions: ActionRow[];
  health: NamedStatus[];
  mayChangeSettings: boolean;
  /** Absent if there are beliefs, or no interviews yet. */
  noBeliefs?: NoBeliefs | undefined;
  /** A response to the user's last action here. */
  notice?: string;
}

export const HOME_PAGE_SIZE = 8;
/** Maximum accepted cards, so that a page stays within the 100 blocks of a view. */
export const ACCEPTED_SHOWN = 3;
/**
 * Maximum agents shown per recommendation, so that a page stays within the 100 blocks of a view; its card shows
 * all.
 */
const MOST_AGENTS = 2;

/**
 * A user's App Home: the ranked inbox with its actions, snoozed cards, the user's own history, and the service's
 * health.
 */
export function homeView(home: HomeMaterial, options: CardOptions): HomeView {
  const total = home.counts.reduce((sum, { count }) => sum + count, 0);
  return {
    type: 'home',
    private_metadata: JSON.stringify(home.page),
    blocks: [
      ...(home.notice ? [context(cut(`:information_source: ${home.notice}`, 2900))] : []),
      tabs(home, total),
      ...(home.beliefs
        ? beliefsPage(home.beliefs, home.noBeliefs, options)
        : inbox(home, total, options)),
      ...(home.recentActions.length > 0
        ? [
            header('Your recent activity'),
            ...home.recentActions.map((row) => actionLine(row, options)),
          ]
        : []),
      header('Connections'),
      ...home.health.map(healthRow),
      ...(home.mayChangeSettings ? [settingsRow(), ratingsRow()] : []),
    ],
  };
}

/** Switches between the inbox and the beliefs. */
const tabs = ({ page }: HomeMaterial, waiting: number): ActionsBlock => {
  const tab = (name: HomePage['tab'], text: string): ActionsBlock['elements'][number] => ({
    type: 'button',
    action_id: `home.tab:${name}`,
    text: ours(text),
    value: 'open',
    ...(page.tab === name ? { style: 'primary' } : {}),
  });
  return {
    type: 'actions',
    block_id: 'tabs',
    elements: [tab('inbox', `Inbox (${waiting})`), tab('beliefs', 'Beliefs')],
  };
};

const inbox = (home: HomeMaterial, total: number, options: CardOptions): KnownBlock[] => [
  ...(home.accepted.length > 0
    ? [
        header('Your accepted recommendations: next steps'),
        ...home.accepted.flatMap((card) => acceptedRow(card, options)),
      ]
    : []),
  header(`Inbox: ${counted(total, 'card')} waiting`),
  ...(total > 0 ? [filterRow(home, total)] : []),
  ...(home.cards.length === 0 ? [emptyInbox(home, total)] : []),
  ...(home.noBeliefs ? noBeliefsBlocks(home.noBeliefs) : []),
  ...home.cards.flatMap((card) => cardRow(card, options)),
  ...pager(home.page, matching(home, total), HOME_PAGE_SIZE),
  ...(home.snoozed.length > 0
    ? [header('Snoozed'), ...home.snoozed.map((row) => snoozedRow(row, options))]
    : []),
];

const beliefsPage = (
  beliefs: BeliefsMaterial,
  noBeliefs: NoBeliefs | undefined,
  options: CardOptions,
): KnownBlock[] => [
  header(beliefsTitle(beliefs)),
  ...(noBeliefs ? noBeliefsBlocks(noBeliefs) : []),
  ...beliefsBlocks(beliefs, options),
  ...pager(beliefs.page, beliefsTotal(beliefs), BELIEFS_PAGE_SIZE),
];

const header = (text: string): KnownBlock => ({ type: 'header', text: ours(text) });

function filterRow({ page, counts }: HomeMaterial, total: number): ActionsBlock {
  const all: PlainTextOption = { value: 'all', text: ours(`All (${total})`) };
  const options = [
    all,
    ...counts.map(({ type, count }) => ({
      value: type,
      text: ours(`${CONTENT_BY_TYPE[type].filter} (${count})`),
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

const COMING = 'New cards appear here and in the channel.';

function emptyInbox({ noBeliefs, themesWaiting }: HomeMaterial, total: number): KnownBlock {
  if (total > 0) return { type: 'section', text: ours('No cards of this type.') };
  // the themes follow below, each with its button
  if (noBeliefs) return { type: 'section', text: ours(`No card is waiting. ${COMING}`) };
  if (themesWaiting === 0) {
    return { type: 'section', text: ours(`:sparkles: You’re all caught up. ${COMING}`) };
  }
  const wait = `${counted(themesWaiting, 'theme')} ${themesWaiting === 1 ? 'waits' : 'wait'}`;
  return {
    type: 'section',
    text: ours(`No card is waiting, but ${wait} for a name: a named theme becomes a belief.`),
    accessory: {
      type: 'button',
      action_id: 'home.tab:beliefs',
      text: ours('Name themes'),
      value: 'themes',
    },
  };
}

function cardRow(material: CardMaterial, options: CardOptions): KnownBlock[] {
  const { title } = contentOf(material, options);
  const belief = material.beliefs[0];
  const why = belief && [
    linked(pageAddress(options.pages, belief), signalRef(belief.refNumber), { italic: true }),
    words(` · ${standing(belief, options.now, { compact: true })}`, { italic: true }),
  ];
  const what = subjectText(material, options);
  const state = recommendationState(material);
  return [
    { type: 'divider' },
    { type: 'section', text: mrkdwn(`*${title}*`) },
    richText(
      line(words(what)),
      ...(why ? [line(...why)] : []),
      ...(state ? [line(words(state, { italic: true }))] : []),
    ),
    ...workItemBlocks(material.recommendation, options, MOST_AGENTS),
    ...actionBlocks(material, options),
  ];
}

const acceptedRow = (material: CardMaterial, options: CardOptions): KnownBlock[] => [
  richText(line(bold(subjectText(material, options)))),
  ...actionBlocks(material, options),
];

/** The state of a card's recommendation, as displayed. */
function recommendationState({ recommendation }: CardMaterial): string | undefined {
  return (
    recommendation && `The recommendation: ${RECOMMENDATION_STATE_NAMES[recommendation.state]}`
  );
}

const matching = ({ page, counts }: HomeMaterial, total: number): number =>
  counts.find(({ type }) => type === page.filter)?.count ?? total;

function pager(page: HomePage, rows: number, pageSize: number): KnownBlock[] {
  const last = Math.max(0, Math.ceil(rows / pageSize) - 1);
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

function actionLine(action: ActionRow, { names }: CardOptions): KnownBlock {
  const about = withShownNames(action.subject ?? '', [action.participantName], names);
  return context(`${ownLine(action)}${about ? ` · ${literal(about, 120)}` : ''}`);
}

const healthRow = ({ name, status, url }: NamedStatus): KnownBlock =>
  context(
    `${status.ok ? ':white_check_mark:' : ':x:'} ${literal(name, 80)}: ${url ? itemLink(url, status.detail) : ownSentence(status.detail, 1_000)}`,
  );

const settingsRow = (): KnownBlock => ({
  type: 'actions',
  block_id: 'settings',
  elements: [{ type: 'button', action_id: 'home.settings', text: ours(':gear: Settings') }],
});
