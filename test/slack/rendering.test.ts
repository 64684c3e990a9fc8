import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerButtons,
  answerMessage,
  isOpen,
} from '../../integrations/slack/answers/answer-message.js';
import { sharedAnswerMessage } from '../../integrations/slack/answers/share-answer.js';
import { signalMessage } from '../../integrations/slack/beliefs/signal-command.js';
import { textsOf, withPeopleShown } from '../../integrations/slack/blocks/show-people.js';
import type { CardMaterial } from '../../integrations/slack/cards/card-material.js';
import { cardMessage } from '../../integrations/slack/cards/card-message.js';
import { CONTENT_BY_TYPE } from '../../integrations/slack/cards/content-by-type.js';
import { detailsModal } from '../../integrations/slack/cards/details-modal.js';
import {
  ACCEPTED_SHOWN,
  HOME_PAGE_SIZE,
  homeView,
} from '../../integrations/slack/home/home-view.js';
import { checkMessage, checkView } from '../../sandbox/check-blocks.js';
import type { Answer } from '../../src/answers/ask/answer.js';
import { possibleNames } from '../../src/beliefs/participants/shown-name.js';
import type { SignalPacket } from '../../src/beliefs/signals/read-signal-packet.js';
import { cut } from '../../src/core/words.js';
import { foreignMarkup, MARKED } from './markup.js';

const now = new Date('2026-03-10T12:00:00Z');
const HOSTILE = [
  MARKED,
  '<!channel> <@U1> <#C1> <https://evil.example|click> &amp;',
  '```code``` *bold* _it_ ~no~ `x`\n> quote',
  '\u202eright to left\u202c \u2066x',
  '👩‍👩‍👧‍👦'.repeat(900),
  'x'.repeat(10_000),
  '<!here>'.repeat(1500),
  '& < > '.repeat(1700),
  'שלום עולם',
  ' \n\t ',
  ':rotating_light: @here @channel',
];
const hostile = fc.constantFrom(...HOSTILE);
const text = fc.oneof(hostile, fc.string({ minLength: 1, maxLength: 60 }));
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const instant = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2026-12-31'),
  noInvalidDate: true,
});
const id = fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const belief = fc.record({
  signalId: id,
  refNumber: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  label: text,
  description: text,
  archived: fc.boolean(),
  stage: fc.constantFrom('emerging' as const, 'established' as const),
  trajectory: fc.constantFrom('rising', 'stable', 'declining', 'new'),
  participantCount: fc.nat(5000),
  studyCount: fc.nat(50),
  counterParticipantCount: fc.nat(5000),
  latestCapturedAt: nullable(instant),
});
const quote = fc.record({
  evidenceId: id,
  kind: fc.constantFrom('evidence' as const, 'counterEvidence' as const),
  quote: text,
  note: nullable(text),
  participantName: text,
  studyName: text,
  capturedAt: nullable(instant),
});
const history = fc.record({
  at: instant,
  action: fc.constantFrom(
    'resolve',
    'snooze',
    'decide',
    'record_outcome',
    'reopen',
    'link_work_item',
    'draft_study',
  ),
  actorType: fc.constantFrom('api_key', 'slack_user', 'operator', 'service'),
  actorId: fc.oneof(fc.constant('U1'), text),
  actorName: text,
  note: nullable(text),
  detail: fc.record({ resolution: fc.constantFrom('followed', 'contacted', '<!here>') }),
});
const recommendation = fc.record({
  recommendationId: id,
  title: text,
  body: text,
  state: fc.constantFrom('open', 'accepted', 'dismissed', 'shipped', 'stale', 'archived'),
  confidence: fc.constantFrom('high', 'moderate', 'low'),
  actionItems: fc.array(
    fc.record({ action: text, priority: fc.constantFrom('high', 'low'), supportingEvidence: text }),
    { maxLength: 20 },
  ),
  counterEvidenceNote: nullable(text),
  outcomeAt: nullable(instant),
  workItems: fc.array(
    fc.record({
      url: fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.constant(`https://x.example/${'y'.repeat(2000)}?a=|<!here>`),
      ),
      provider: fc.constantFrom('linear', 'github', 'url'),
      externalId: nullable(text),
      title: nullable(text),
      madeIn: nullable(fc.constantFrom('linear', 'github')),
      handover: nullable(
        fc.record({
          handoverId: fc.uuid(),
          agent: text,
          state: fc.constantFrom('asked', 'sent', 'handed', 'begun', 'failed'),
          late: fc.boolean(),
          failure: nullable(text),
          pullName: nullable(text),
          pullUrl: nullable(fc.webUrl({ withQueryParameters: true })),
          pullState: nullable(fc.constantFrom('draft', 'open', 'merged', 'closed')),
        }),
      ),
    }),
    { maxLength: 20 },
  ),
});
const material = fc.record({
  card: fc.record({
    actionCardId: id,
    type: fc.constantFrom(...Object.keys(CONTENT_BY_TYPE)),
    summary: text,
    quote: nullable(text),
    reason: nullable(fc.constantFrom('contradicts_signal', 'emotional_intensity', 'churn_risk')),
    priority: fc.integer({ min: 1, max: 10 }),
    createdAt: instant,
    snoozedUntil: nullable(instant),
    resolvedAt: nullable(instant),
    resolution: fc.constant(null),
    signalId: nullable(id),
    recommendationId: nullable(id),
    sourceItemId: nullable(id),
    themeIds: fc.constant([]),
    studies: fc.array(fc.record({ studyId: id, name: text }), { maxLength: 50 }),
    participantName: nullable(text),
    participantEmail: nullable(text),
    lastContactedAt: nullable(instant),
    interviewsLeft: nullable(fc.nat()),
  }),
  beliefs: fc.array(belief, { maxLength: 5 }),
  quotes: fc.array(quote, { maxLength: 6 }),
  questions: fc.array(text, { maxLength: 5 }),
  history: fc.array(history, { maxLength: 3 }),
  recommendation: optional(recommendation),
  gap: optional(
    fc.record({
      researchGapId: id,
      type: fc.constantFrom('missing_breadth', 'stale_evidence'),
      status: fc.constant('open'),
      description: text,
      suggestedAction: text,
      draftedStudyId: nullable(id),
      draftedStudyName: nullable(text),
      draftedQuestions: fc.array(text, { maxLength: 30 }),
    }),
  ),
  sourceItem: optional(
    fc.record({
      status: fc.constantFrom('failed', 'analysis_failed', 'analyzed'),
      participantName: text,
      studyName: text,
      capturedAt: instant,
    }),
  ),
}) as unknown as fc.Arbitrary<CardMaterial>;

const packet = fc.record({
  signal: fc.tuple(belief, text).map(([row, implication]) => ({ ...row, implication })),
  nextStep: fc.oneof(
    fc.record({
      type: fc.constant('act'),
      recommendation: fc.record({ title: text }),
      topAction: nullable(fc.record({ action: text })),
    }),
    fc.record({ type: fc.constant('learn'), gap: fc.record({ suggestedAction: text }) }),
    fc.record({ type: fc.constantFrom('collect_evidence', 'preserve') }),
  ),
  evidence: fc.array(quote, { maxLength: 3 }),
  counterEvidence: fc.array(quote, { maxLength: 2 }),
  recommendations: fc.array(fc.record({ title: text, state: fc.constantFrom('open', 'shipped') }), {
    maxLength: 2,
  }),
  postShipReceipt: fc.constant(null),
  perStudy: fc.array(
    fc.record({
      studyName: text,
      relationship: fc.constantFrom('supports', 'contradicts', 'nuances'),
      narrative: text,
    }),
    { maxLength: 50 },
  ),
}) as unknown as fc.Arbitrary<SignalPacket>;

const answerBelief = fc.record({
  signalId: fc.constantFrom('a', 'b', 'c'),
  ref: fc.constant('SIG-2147483647'),
  label: text,
});
const answerQuote = fc.record({
  item: fc.record({ quote, asked: text }).map(({ quote: item, asked }) => ({ ...item, asked })),
  signalId: fc.constantFrom('a', 'b', 'd'),
});
const answer = fc
  .record({
    kind: fc.constantFrom('answered', 'near', 'not covered', 'no question'),
    lead: text,
    list: fc.array(text, { maxLength: 5 }),
    beliefs: fc.array(answerBelief, { maxLength: 3 }),
    quotes: fc.array(answerQuote, { maxLength: 5 }),
    counterQuotes: fc.array(answerQuote, { maxLength: 2 }),
    closing: text,
    gap: nullable(fc.record({ description: text })),
  })
  .map((parts) => ({ parts })) as unknown as fc.Arbitrary<Answer>;

const options = {
  now,
  names: 'short' as const,
  version: 3,
  showQuotes: true,
  trackers: [
    { provider: 'linear', name: 'Linear' },
    { provider: 'github', name: 'GitHub', agents: {} },
  ],
};

/** A little more than the card reckons with: no line of it is full to the last character. */
const ON_A_LINE = 100;

/** The lines of rich text. */
function paragraphs(blocks: unknown): { type: string; text: string }[] {
  if (Array.isArray(blocks)) return blocks.flatMap(paragraphs);
  const { type = '', elements = [] } = (blocks ?? {}) as { type?: string; elements?: unknown[] };
  if (type !== 'rich_text_section' && type !== 'rich_text_quote') return paragraphs(elements);
  return [{ type, text: (elements as { text?: string }[]).map(({ text = '' }) => text).join('') }];
}

describe('whatever the data, within what the schema allows', () => {
  it('a card is a message that Slack takes, and nothing in it can ping', () => {
    fc.assert(
      fc.property(material, fc.boolean(), (row, showQuotes) => {
        const message = cardMessage(row, { ...options, showQuotes });
        expect(checkMessage(message)).toEqual([]);
        expect(message.text).not.toMatch(/[<>]/);
        expect(foreignMarkup(message.blocks)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('a card shows at most three quotes in eight lines, and four controls', () => {
    fc.assert(
      fc.property(material, fc.boolean(), (row, showQuotes) => {
        const { blocks } = cardMessage(row, { ...options, showQuotes });
        const body = blocks.filter(({ type }) => type === 'rich_text');
        expect(
          paragraphs(body).filter(({ type }) => type === 'rich_text_quote').length,
        ).toBeLessThan(4);
        const lines = paragraphs(body).flatMap(({ text }) =>
          text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / ON_A_LINE))),
        );
        expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8);
        const controls = blocks.flatMap((block) =>
          block.type === 'actions' ? block.elements : [],
        );
        expect(controls.length).toBeLessThanOrEqual(4);
      }),
      { numRuns: 400 },
    );
  });

  it('Details shows what a card cuts: every question, all of the call’s words, the whole summary', () => {
    const said = fc.string({ minLength: 200, maxLength: 900 });
    const long = fc.array(said, { minLength: 4, maxLength: 5 });
    fc.assert(
      fc.property(material, said, said, long, (row, summary, quote, questions) => {
        const type = row.card.type === 'live_call' ? 'live_call' : 'follow_up_suggestion';
        const card = { ...row.card, type, summary, quote } as typeof row.card;
        const view = detailsModal({ ...row, card, questions }, undefined, { now, names: 'full' });
        const shown = paragraphs(view.blocks).map(({ text }) => text);
        expect(shown).toContain(summary);
        for (const words of type === 'live_call' ? [quote] : questions)
          expect(shown).toContain(words);
      }),
      { numRuns: 100 },
    );
  });

  it('a card has one button at most that stands out', () => {
    fc.assert(
      fc.property(material, recommendation, fc.nat(2), (row, decided, items) => {
        const card = { ...row.card, resolvedAt: null };
        const workItems = decided.workItems.slice(0, items);
        const pending = { ...row, card, recommendation: { ...decided, workItems } };
        const { blocks } = cardMessage(pending as unknown as CardMaterial, options);
        expect(JSON.stringify(blocks).split('"style":"primary"').length).toBeLessThan(3);
      }),
    );
  });

  it('Details and a belief are views and messages that Slack takes', () => {
    fc.assert(
      fc.property(material, packet, fc.boolean(), (row, belief, alone) => {
        const details = detailsModal(row, alone ? undefined : belief, options);
        expect(checkView(details)).toEqual([]);
        const message = signalMessage(belief, options);
        expect(foreignMarkup([details, message])).toEqual([]);
        expect(checkMessage(message)).toEqual([]);
        expect(message.text).not.toMatch(/[<>]/);
      }),
      { numRuns: 150 },
    );
  });

  it('an answer is a message that Slack takes, for the person who asked and for the channel', () => {
    fc.assert(
      fc.property(answer, text, fc.boolean(), (found, question, showQuotes) => {
        const message = answerMessage(found, { ...options, question, showQuotes });
        const facts = { sources: 12, open: isOpen(found.parts.kind), gap: true };
        const buttons = answerButtons('id', facts, showQuotes);
        expect(checkMessage({ ...message, blocks: [...message.blocks, buttons] })).toEqual([]);
        const shared = sharedAnswerMessage(message, question);
        expect(checkMessage(shared)).toEqual([]);
        expect(shared.text).not.toMatch(/[<>]/);
        expect(foreignMarkup(shared.blocks)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('a few words from a transcript stand with their question, unless it names the person who is hidden', () => {
    const shown = (asked: string, names: 'hidden' | 'full' = 'hidden', showQuotes = true) => {
      const item = {
        ...{ quote: 'No, never.', asked, evidenceId: null, sourceItemId: 'i1', capturedAt: now },
        ...{ studyId: 's1', studyName: 'Billing', participantId: 'p1' },
        participantName: 'Ana Marsh',
      };
      const parts: Answer['parts'] = {
        ...{ kind: 'near', lead: 'It was said:', list: [], beliefs: [], closing: '', gap: null },
        ...{ quotes: [{ item, signalId: null }], counterQuotes: [] },
      };
      const found: Answer = { answer: '', citations: [], searchedAt: now, parts };
      const { blocks } = answerMessage(found, { ...options, names, showQuotes, question: 'Ever?' });
      return paragraphs(blocks).map((one) => one.text);
    };
    const asked = 'Okay. Did you ever use the export?';
    expect(shown(asked)).toEqual(
      expect.arrayContaining(['Asked ‘Did you ever use the export?’:', 'No, never.']),
    );
    expect(shown(asked, 'full', false).join()).not.toContain('export');
    expect(shown('So, Ana, did you ever use the export?').join()).not.toContain('Ana, did');
  });

  it('App Home is a view that Slack takes', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(material, { maxLength: 8, selector: (row) => row.card.actionCardId }),
        text,
        history,
        (cards, summary, action) => {
          const view = homeView(
            {
              page: { tab: 'inbox', filter: 'all', page: 1 },
              cards,
              accepted: [],
              themesWaiting: 2,
              counts: [{ type: 'live_call', count: 30 }],
              snoozed: Array.from({ length: 10 }, () => ({
                actionCardId: 'c1',
                summary,
                snoozedUntil: now,
                participantName: 'Ana',
              })),
              mayChangeSettings: true,
              recentActions: Array.from({ length: 5 }, () => ({
                ...action,
                subject: summary,
              })) as never,
              health: [{ name: 'Slack', status: { ok: false, detail: 'not connected' } }],
            },
            options,
          );
          expect(checkView(view)).toEqual([]);
          expect(foreignMarkup(view.blocks)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('App Home is a view that Slack takes if every part of it is at its fullest', () => {
    const begun = { agent: 'Claude', state: 'begun', late: false, failure: null, pullUrl: null };
    const workItems = Array.from({ length: 6 }, (_, place) => ({
      ...{ provider: 'github', externalId: `o/r#${place}`, url: `https://github.com/o/r/${place}` },
      ...{ title: null, madeIn: 'github', state: 'started' },
      handover: { ...begun, handoverId: `h${place}`, late: place === 3 },
    }));
    const cards = Array.from({ length: HOME_PAGE_SIZE }, (_, place) => ({
      card: {
        ...{ actionCardId: `c${place}`, type: 'new_recommendation', summary: 'Export fails' },
        ...{ snoozedUntil: null, resolvedAt: null },
      },
      ...{ beliefs: [], quotes: [], questions: [], history: [] },
      recommendation: {
        title: 'Mend the export',
        body: '',
        actionItems: [],
        state: 'accepted',
        workItems,
      },
    })) as unknown as CardMaterial[];
    const withoutIssue = (material: CardMaterial, place: number): CardMaterial => ({
      ...material,
      card: { ...material.card, actionCardId: `a${place}`, resolvedAt: now },
      recommendation: { ...material.recommendation!, workItems: [] },
    });
    const topic = { label: 'Prices', people: 3, quote: '<!channel> *free*\n'.repeat(200) };
    const action = { at: now, action: 'resolve', detail: { resolution: 'followed' }, subject: 'x' };
    const view = homeView(
      {
        page: { tab: 'inbox', filter: 'all', page: 1 },
        cards,
        accepted: cards.slice(0, ACCEPTED_SHOWN).map(withoutIssue),
        counts: [{ type: 'new_recommendation', count: 30 }],
        themesWaiting: 0,
        noBeliefs: {
          topics: ['t1', 't2', 't3'].map((themeId) => ({ ...topic, themeId })),
          topicsWaiting: 30,
          quotesWaiting: 12,
          otherLanguage: false,
          byModel: false,
        },
        snoozed: Array.from({ length: 10 }, (_, place) => ({
          ...{ actionCardId: `s${place}`, summary: 'x', snoozedUntil: now },
          participantName: null,
        })),
        mayChangeSettings: true,
        recentActions: Array.from({ length: 5 }, () => action) as never,
        health: ['Slack', 'Linear', 'GitHub', 'Model', 'API'].map((name) => ({
          ...{ name, status: { ok: true, detail: 'connected' } },
        })),
        notice: 'Done.',
      },
      options,
    );
    expect(checkView(view)).toEqual([]);
    const themes = view.blocks
      .map((one) => JSON.stringify(one))
      .filter((one) => one.includes('Prices'));
    expect(themes).toHaveLength(3);
    for (const shown of themes) expect(shown).not.toMatch(/<!channel>|\*free\*/);
    // two agents of each card, the one that needs a person first
    const agents = view.blocks
      .map((block) => JSON.stringify(block))
      .filter((block) => block.includes('Claude'));
    expect(agents).toHaveLength(2 * HOME_PAGE_SIZE);
    expect(agents[0]).toContain('has not started within ten minutes');
  });

  it('a quote that fits is shown letter by letter, in a quote of its own', () => {
    const said = fc.string({ minLength: 1, maxLength: 180 });
    fc.assert(
      fc.property(material, quote, said, ({ card }, row, words) => {
        const quotes = [{ ...row, kind: 'evidence' as const, quote: words }];
        const contradiction = { ...card, type: 'theme_contradiction' as const };
        const shown = cardMessage(
          { card: contradiction, beliefs: [], quotes, questions: [], history: [] },
          options,
        ).blocks;
        expect(JSON.stringify(shown)).toContain(
          JSON.stringify({ type: 'rich_text_quote', elements: [{ type: 'text', text: words }] }),
        );
      }),
    );
  });

  it('whichever names are shown, quotes and our own texts stay as they are', () => {
    const kept = (value: unknown): unknown[] => {
      if (Array.isArray(value)) return value.flatMap(kept);
      if (typeof value !== 'object' || value === null) return [];
      const { type } = value as { type?: string };
      const mine = ['rich_text_quote', 'mrkdwn', 'button', 'header'].includes(type ?? '');
      return mine ? [value] : Object.values(value).flatMap(kept);
    };
    fc.assert(
      fc.property(material, (row) => {
        const message = cardMessage(row, options);
        const shown = withPeopleShown(
          message,
          possibleNames(textsOf(message)).slice(0, 20),
          'hidden',
        );
        expect(kept(shown)).toEqual(kept(message));
      }),
      { numRuns: 100 },
    );
    expect(possibleNames(textsOf({ text: 'Ask Ana de Souza’s boss.' }))).toContain('Ana de Souza');
  });

  it('a cut never leaves half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 50 }),
        fc.integer({ min: 2, max: 60 }),
        (value, max) => {
          const shown = cut(value, max);
          expect(shown.length).toBeLessThanOrEqual(max);
          expect(shown.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
