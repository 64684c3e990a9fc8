import { read } from '../../db/team-database.js';
import type { Context } from '../core/context.js';
import type { TokenUsage } from '../core/models/language-model.js';
import { isSpokenInEnglish } from '../language/english.js';
import { words } from '../language/tokens.js';
import { analystOf } from './analyst-of.js';
import { placeBeliefs } from './beliefs/place-beliefs.js';
import {
  openSignals,
  quotesAwait,
  signalsOfStudies,
  waitingQuotes,
  waitingTopics,
} from './queries/beliefs.js';
import { synthesizeStudy } from './themes/synthesize-study.js';

/** A theme without a belief. */
export interface WaitingTopic {
  themeId: string;
  label: string;
  people: number;
  /** Its strongest quote, if one passes the quality bar. */
  quote: string | null;
}

export interface Synthesis {
  /** Quotes that joined a theme and became evidence. */
  quotesPlaced: number;
  themesFounded: number;
  signalsFounded: number;
  /** Open signals with themes of these studies. */
  signals: number;
  /** Number of themes of these studies without a belief; `topics` are the first of them, by people. */
  topicsWaiting: number;
  topics: WaitingTopic[];
  /** Quotes that wait without a theme, until more people say the same. */
  quotesWaiting: number;
  /** True if these are not in English, the one language in which the service finds themes without a model. */
  otherLanguage: boolean;
  /** True if a language model compares the claims, so that the user is not advised to connect one. */
  byModel: boolean;
  /** Tokens used to interpret claims; 0 without a model. */
  usage: TokenUsage;
  /** True if claims wait because the model's tokens of the day are used up, or it does not answer. */
  waits?: boolean;
}

const TOPICS_SHOWN = 3;

/** Themes and quotes that wait because there are no beliefs, and how they were read. */
export type NoBeliefs = Pick<
  Synthesis,
  'topics' | 'topicsWaiting' | 'quotesWaiting' | 'otherLanguage' | 'byModel'
>;

/** The reason why there is no belief, worded as the end of a sentence. */
export const whyNoBelief = ({ otherLanguage, byModel }: NoBeliefs): string => {
  if (byModel) return 'no claim made by several people is supported by their quotes';
  return otherLanguage
    ? 'without a language model, only English is read'
    : 'nothing that enough people say has an entry in the codebook';
};

/** The themes and quotes of a team that has no open signal; undefined if it has one, or nothing waits. */
export async function withoutBeliefs(ctx: Context): Promise<NoBeliefs | undefined> {
  if ((await ctx.db.row(openSignals))?.open) return undefined;
  const waits = await whatWaits(ctx, null);
  return waits.topicsWaiting + waits.quotesWaiting > 0 ? waits : undefined;
}

/** Number of quotes from which the language is recognized. */
const QUOTES_READ = 30;

async function whatWaits(ctx: Context, studies: readonly string[] | null): Promise<NoBeliefs> {
  const [topics, quotes] = await ctx.db.together(
    read(waitingTopics, studies, TOPICS_SHOWN),
    read(waitingQuotes, studies, QUOTES_READ),
  );
  return {
    topicsWaiting: topics[0]?.all ?? 0,
    topics: topics.map(toTopic),
    quotesWaiting: quotes[0]?.all ?? 0,
    otherLanguage: !isSpokenInEnglish(quotes.flatMap(({ quote }) => words(quote))),
    byModel: ctx.models?.language !== undefined,
  };
}

const toTopic = ({ themeId, label, people, quote }: WaitingTopic): WaitingTopic => ({
  themeId,
  label,
  people,
  quote,
});

/**
 * Creates signals and topics from the quotes: signals for claims in the codebook, across all of the team's
 * studies, and topics for the rest, within each of these studies. Existing ones stay. Beliefs take one
 * transaction and each study another; an interrupted run can be repeated with the same result, and without new
 * quotes nothing changes.
 */
export async function synthesize(
  ctx: Context,
  { studyIds, again = false }: { studyIds: readonly string[]; again?: boolean },
): Promise<Synthesis> {
  const before = ctx.models?.usage.byDirection;
  const waiting = again || (await ctx.db.row(quotesAwait))?.waiting;
  const interpreted = waiting ? await analystOf(ctx).interpret(ctx) : true;
  const placed = waiting ? await placeBeliefs(ctx) : { quotesPlaced: 0, signalsFounded: 0 };
  let themesFounded = 0;
  const studies = [...new Set(studyIds)].sort();
  for (const studyId of studies) {
    const study = await synthesizeStudy(ctx, studyId);
    placed.quotesPlaced += study.quotesPlaced;
    themesFounded += study.themesFounded;
  }
  if (interpreted) await analystOf(ctx).tell(ctx);
  const after = ctx.models?.usage.byDirection;
  return {
    ...placed,
    themesFounded,
    signals: (await ctx.db.row(signalsOfStudies, studies))?.signals ?? 0,
    ...(await whatWaits(ctx, studies)),
    usage: {
      inputTokens: (after?.input ?? 0) - (before?.input ?? 0),
      outputTokens: (after?.output ?? 0) - (before?.output ?? 0),
    },
    ...(!interpreted && { waits: true }),
  };
}
