import type { KnownBlock, PlainTextOption } from '@slack/types';
import { refLink, standing } from '../blocks/belief.js';
import { beliefButton, openButton, themeText } from '../blocks/belief-buttons.js';
import type { Viewing } from '../blocks/quotes.js';
import { literal, mrkdwn, ours } from '../blocks/text.js';
import type { BeliefCounts, BeliefFilter, ListedBelief, NamableTheme } from '../queries/beliefs.js';
import type { HomePage } from '../requests/payloads.js';

export interface BeliefsMaterial {
  page: HomePage;
  counts: BeliefCounts;
  beliefs: ListedBelief[];
  /** Themes without a belief, if this page lists them. */
  themes: NamableTheme[];
}

type BeliefsFilter = BeliefFilter | 'themes';

export const BELIEFS_PAGE_SIZE = 12;

const FILTERS: Record<BeliefsFilter, string> = {
  open: 'All open',
  undecided: 'Undecided',
  established: 'Established',
  emerging: 'Emerging',
  closed: 'Closed',
  themes: 'Themes without a belief',
};

/** Returns the filter; for an unknown value, all open beliefs. */
export const beliefsFilter = (filter: string): BeliefsFilter =>
  Object.hasOwn(FILTERS, filter) ? (filter as BeliefsFilter) : 'open';

/** The team's beliefs, with search and filters; each can be opened to decide about it. */
export function beliefsBlocks(material: BeliefsMaterial, view: Viewing): KnownBlock[] {
  const { beliefs, themes } = material;
  return [
    filterRow(material),
    ...(beliefs.length + themes.length === 0 ? [nothing(material.page)] : []),
    ...beliefs.map((belief) => beliefRow(belief, view)),
    ...themes.map(themeRow),
  ];
}

function filterRow({ page, counts }: BeliefsMaterial): KnownBlock {
  const options = Object.entries(FILTERS).map(
    ([value, text]): PlainTextOption => ({
      value,
      text: ours(`${text} (${counts[value as BeliefsFilter]})`),
    }),
  );
  const chosen = options.find(({ value }) => value === beliefsFilter(page.filter));
  return {
    type: 'actions',
    block_id: 'beliefs',
    elements: [
      {
        type: 'static_select',
        action_id: 'home.filter',
        options,
        ...(chosen ? { initial_option: chosen } : {}),
      },
      {
        type: 'external_select',
        action_id: 'belief.find',
        min_query_length: 0,
        placeholder: ours('Find a belief by a word, or SIG-12'),
      },
    ],
  };
}

const nothing = ({ filter }: HomePage): KnownBlock => ({
  type: 'section',
  text: ours(
    beliefsFilter(filter) === 'open'
      ? 'No beliefs yet. Drop an interview into a chat with me, or name a theme.'
      : 'Nothing here.',
  ),
});

const beliefRow = (belief: ListedBelief, { now, pages }: Viewing): KnownBlock => ({
  type: 'section',
  text: mrkdwn(
    `*${refLink(belief, pages)}* ${literal(belief.label, 200)}${belief.keptAt ? ' :pushpin:' : ''}\n_${standing(belief, now, { compact: true })}_`,
  ),
  accessory: openButton(belief.signalId),
});

const themeRow = ({ themeId, studyName, ...theme }: NamableTheme): KnownBlock => ({
  type: 'section',
  text: mrkdwn(themeText(theme, studyName)),
  accessory: beliefButton('theme.name', 'Name it…', themeId),
});

/** The number of rows of the page's list. */
export const beliefsTotal = ({ page, counts }: Pick<BeliefsMaterial, 'page' | 'counts'>): number =>
  counts[beliefsFilter(page.filter)];

export const beliefsTitle = ({ counts }: BeliefsMaterial): string => `Beliefs: ${counts.open} open`;
