import type { EvidenceKind } from '../../../../db/entities/evidence.js';
import { eachPersonFirst } from '../../../beliefs/participants/each-person-first.js';
import { withoutNames } from '../../../beliefs/participants/without-names.js';
import type { Context } from '../../../core/context.js';
import { ModelFailure, markedData } from '../../../core/models/language-model.js';
import type { AnswerQuote } from '../answer.js';
import type { Finding, FoundBelief } from '../choose-finding.js';
import type { Statement, Written } from '../compose.js';
import type { Asked } from '../understand.js';
import { answerData, answerInstructions } from './answer-prompt.js';
import type { Directions } from './look-up.js';
import { type Offered, type OfferedBelief, offerMaterial } from './offer-material.js';
import { AnswerDraft, type Judged, verifyDraft } from './verify-draft.js';

const mostStatements = 3;
/** Most beliefs that the statements may rest on; more for a question that asks for several things. */
const mostBeliefs = { usual: 2, several: 3 };
const mostQuotes = { answered: 3, near: 2, said: 4 };
const mostAgainst = 1;

/** A finding as judged by a model, verified. */
interface Draft {
  finding: Finding;
  written?: Written;
}

/**
 * Asks the configured model which of the nearest passages answer a question and what the answer is. It may downgrade
 * the finding, or upgrade one that was near or not covered by naming quotes that answer. Returns undefined if the
 * built-in answer stands: without a model, without a passage, if the call fails (the reason is logged), or if it is
 * not finished by `until`, a time of `performance.now()`.
 */
export async function write(
  ctx: Context,
  asked: Asked,
  finding: Finding,
  directions: Directions | undefined,
  until: number,
): Promise<Draft | undefined> {
  const { language: model, usage } = ctx.models ?? {};
  if (!model) return undefined;
  const offered = await offerMaterial(ctx, finding, directions);
  const { beliefs, ofNoBelief, talks } = offered;
  if (beliefs.length + ofNoBelief.length + talks.length === 0) return undefined;
  const log = ctx.log.child({ model: model.name });
  const { data, reveal } = await withoutNames(
    ctx,
    answerData(asked, offered, ctx.now),
    peopleIn(offered),
  );
  const generated = await model
    .generate({
      instructions: answerInstructions,
      prompt: markedData(data),
      schema: AnswerDraft,
      timeoutMs: Math.max(0, until - performance.now()),
      isAwaited: true,
    })
    .catch((error: unknown) => {
      if (!(error instanceof ModelFailure)) throw error;
      usage?.call('answer', error.reason);
      log.warn({ reason: error.message }, 'no answer was generated; the built-in one is given');
    });
  if (!generated) return undefined;

  const { inputTokens, outputTokens } = generated.usage;
  usage?.call('answer', 'ok');
  usage?.spent('answer', { input: inputTokens, output: outputTokens });
  const { passages: named, statements } = generated.value;
  const written = statements.map(({ ref, text }) => ({ ref, text: reveal(text) }));
  const { draft, removed } = judged(
    { passages: named, statements: written },
    offered,
    asked,
    finding,
  );
  log.info({ inputTokens, outputTokens, removed }, 'an answer was generated');
  return draft;
}

const peopleIn = ({ beliefs, ofNoBelief, talks }: Offered): string[] => {
  const said = [...beliefs.flatMap(({ quotes }) => quotes), ...ofNoBelief];
  const all = [...said, ...talks.map(({ talk }) => talk)];
  return all.map(({ participantName }) => participantName);
};

/** The finding as judged by the model, reduced to what can be verified. */
function judged(
  draft: AnswerDraft,
  offered: Offered,
  { question }: Asked,
  finding: Finding,
): { draft: Draft; removed: number } {
  const { statements, passages, removed } = verifyDraft(draft, offered, question);
  const most = mostBeliefs[finding.several ? 'several' : 'usual'];
  const written = firstOn(statements, most);
  const answering = passages.filter(({ bears, belief }) => bears === 'answers' && belief);
  if (answering.length > 0) {
    const carrying = written.flatMap(({ signalId }) => signalId ?? []);
    const ids = [...new Set(carrying.length > 0 ? carrying : answering.map(idOf))].slice(0, most);
    // a quote without a belief may be the better one
    const ofThem = passages.filter((one) => !one.belief || ids.includes(idOf(one)));
    const shown = ofThem.filter(({ bears }) => bears === 'answers').map(quoteOf);
    const rest = written.length > 0 ? written.map(({ signalId }) => signalId) : ids;
    const firsts = rest.flatMap((id) => shown.find(({ signalId }) => signalId === id) ?? []);
    const leading = [...new Set(firsts)];
    const others = shown.filter((one) => !leading.includes(one));
    const parts = {
      statements: written,
      quotes: [...leading, ...eachPersonFirst(others, speakerOf, leading.map(speakerOf))].slice(
        0,
        mostQuotes.answered,
      ),
      counterQuotes: ofThem
        .filter(({ bears }) => bears === 'against')
        .map(quoteOf)
        .slice(0, mostAgainst),
    };
    const beliefs = ids.map((id) => foundBelief(id, passages));
    return {
      draft: { finding: { ...finding, kind: 'answered', beliefs, quotes: [] }, written: parts },
      removed,
    };
  }
  return { draft: nearest(passages, written, finding), removed };
}

/** The first statements, on at most this number of beliefs. */
function firstOn(statements: readonly Statement[], beliefs: number): Statement[] {
  const named = new Set<string>();
  return statements
    .filter(({ signalId }) => {
      if (signalId !== null && named.size < beliefs) named.add(signalId);
      return signalId === null || named.has(signalId);
    })
    .slice(0, mostStatements);
}

/**
 * The nearest material if no belief answers: quotes without a belief if those answer, else the belief of the quote
 * that the model named first. Words that are only in a transcript are shown only if nothing else is near.
 */
function nearest(
  passages: readonly Judged[],
  statements: readonly Statement[],
  finding: Finding,
): Draft {
  const [first] = passages.toSorted((a, b) => distance(a) - distance(b));
  if (!first) return { finding: nothing(finding) };
  const near: Finding = {
    ...{ ...finding, kind: 'near', beliefs: [], quotes: [] },
    notAbout: undefined, // the model judges better than matching words what a quote is about
  };
  if (first.belief) return ofBelief(first.belief, passages, near);
  const isSaid = first.bears === 'answers';
  const ofNone = passages.filter(({ belief }) => !belief);
  const said = ofNone.filter((one) =>
    isSaid ? one.bears === 'answers' : isKept(one) === isKept(first),
  );
  const against = ofNone.filter(({ bears }) => isSaid && bears === 'against');
  return {
    finding: {
      ...near,
      isSaid,
      quotes: eachPersonFirst(said, speakerOf).slice(0, mostQuotes.said),
    },
    written: {
      statements: isSaid ? statements : [],
      quotes: [],
      counterQuotes: against.map(quoteOf).slice(0, mostAgainst),
    },
  };
}

const speakerOf = ({ item }: { item: { participantId: string } }): string => item.participantId;

const isKept = ({ item }: Judged): boolean => item.evidenceId !== null;

const distance = (one: Judged): number => {
  if (one.bears === 'answers') return 0;
  return isKept(one) ? 1 : 2;
};

function ofBelief(belief: OfferedBelief, passages: readonly Judged[], near: Finding): Draft {
  const id = belief.signal.signalId;
  const own = passages.filter(isOf(id));
  const ofKind = (kind: EvidenceKind, most: number): AnswerQuote[] =>
    own
      .filter(({ item }) => item.kind === kind)
      .map(quoteOf)
      .slice(0, most);
  return {
    finding: { ...near, beliefs: [foundBelief(id, own)] },
    written: {
      statements: [],
      quotes: ofKind('evidence', mostQuotes.near),
      counterQuotes: ofKind('counterEvidence', mostAgainst),
    },
  };
}

const idOf = ({ belief }: Judged): string => belief?.signal.signalId ?? '';

type OfBelief = Extract<Judged, { belief: OfferedBelief }>;
const isOf =
  (id: string) =>
  (one: Judged): one is OfBelief =>
    one.belief !== undefined && idOf(one) === id;

const quoteOf = ({ item, belief }: Judged): AnswerQuote => ({
  item,
  signalId: belief?.signal.signalId ?? null,
});

const foundBelief = (id: string, passages: readonly Judged[]): FoundBelief => {
  const own = passages.filter(isOf(id));
  const quotes = own.map(({ item }) => ({ item, score: 0, meaning: 0, seen: false }));
  return { signal: own[0]!.belief.signal, quotes };
};

/** The finding with nothing near. Beliefs that a model rejected are not named as known either. */
const nothing = (finding: Finding): Finding => ({
  ...finding,
  material: { ...finding.material, signals: [] },
  known: undefined,
  kind: 'not covered',
  beliefs: [],
  quotes: [],
});
