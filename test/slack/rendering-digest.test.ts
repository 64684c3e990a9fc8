import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DigestBeliefRow, WaitingCardRow } from '../../db/queries/digest.js';
import { line, richText, words } from '../../integrations/slack/blocks/rich-text.js';
import { decisionModal } from '../../integrations/slack/cards/decision-modal.js';
import { noteMessage } from '../../integrations/slack/cards/note-message.js';
import { digestMessage } from '../../integrations/slack/digest/digest-message.js';
import { settingsModal } from '../../integrations/slack/settings/settings-modal.js';
import { checkMessage, checkView } from '../../sandbox/check-blocks.js';
import { teamSettings } from '../../src/core/team-settings.js';
import { foreignMarkup, MARKED } from './markup.js';

const now = new Date('2026-03-31T12:00:00Z');
const odd = fc.constantFrom(
  MARKED,
  '<!channel> <@U1> <https://evil.example|ok> *b* _i_ `c` ```',
  'מה שהם אמרו ‮ override',
  '👩‍👩‍👧‍👦'.repeat(300),
  '&'.repeat(10_000),
  'x'.repeat(10_000),
  '\n\n\n',
);
const text = fc.oneof(odd, fc.string({ maxLength: 300, unit: 'grapheme' }));
const count = fc.integer({ min: 0, max: 2_000_000_000 });

const belief: fc.Arbitrary<DigestBeliefRow> = fc.record({
  signalId: fc.uuid(),
  refNumber: fc.integer({ min: 1, max: 2_147_483_647 }),
  label: text,
  description: text,
  archived: fc.constant(false),
  stage: fc.constantFrom('emerging', 'established'),
  trajectory: fc.constantFrom('new', 'rising', 'declining', 'stable'),
  participantCount: count,
  studyCount: count,
  counterParticipantCount: count,
  latestCapturedAt: fc.option(fc.constant(new Date(0))),
  createdAt: fc.constant(now),
});
const beliefs = fc.uniqueArray(belief, { maxLength: 50, selector: ({ signalId }) => signalId });
const waiting = (name: string | null): fc.Arbitrary<WaitingCardRow> =>
  fc.record({
    actionCardId: fc.uuid(),
    type: fc.constant('live_call'),
    summary: text,
    title: fc.option(text),
    createdAt: fc.constant(now),
    participantName: fc.constant(name),
    total: count,
    fresh: count,
  });

describe('the sentence that announces a digest', () => {
  const row = (place: number): DigestBeliefRow => ({
    ...{ signalId: `s${place}`, refNumber: place + 1, label: 'Exports fail', description: '' },
    ...{ archived: false, stage: 'emerging', trajectory: 'rising', participantCount: 3 },
    ...{ studyCount: 1, counterParticipantCount: 0, latestCapturedAt: null, createdAt: now },
  });
  const rows = (many: number) => Array.from({ length: many }, (_, place) => row(place));
  const card = { actionCardId: 'c', type: 'new_recommendation', summary: 'One waits' } as const;
  const waits = { ...card, title: 'Mend exports', createdAt: now, participantName: null, fresh: 1 };
  const said = ([fresh, contradicted, rising, quiet, shipped, total]: number[]) =>
    digestMessage(
      {
        ...{ since: now, isBeginning: false, proposals: new Map() },
        changes: {
          ...{ fresh: rows(fresh!), contradicted: rows(contradicted!) },
          ...{ rising: rows(rising!), quiet: rows(quiet!) },
        },
        shipped: Array.from({ length: shipped! }, () => ({
          recommendationId: 'r',
          title: 'Mended',
        })),
        waiting: total ? [{ ...waits, total }] : [],
      },
      { now, names: 'short', showQuotes: true },
    );

  it.each([
    [[1, 2, 1, 0, 0, 0], 'Digest: 1 new belief, 2 newly contradicted, 1 rising.'],
    [[0, 0, 2, 1, 0, 1], 'Digest: 2 beliefs rising, 1 gone quiet; 1 more card is waiting.'],
    [[0, 0, 0, 0, 2, 0], 'Digest: 2 recommendations shipped.'],
    [[0, 0, 0, 0, 0, 3], 'Digest: 3 more cards are waiting.'],
  ])('%j is told as “%s”', (counts, sentence) => {
    expect(said(counts).text).toBe(sentence);
  });

  it('is followed by lines that do not repeat their heading', () => {
    const blocks = JSON.stringify(said([0, 0, 1, 0, 0, 1]).blocks);
    expect(blocks).toMatch(/3 people in 1 study · \w+ confidence \(\d+%\) · date unknown · stale"/);
    expect(blocks).toContain('Recommendation: Mend exports');
  });
});

describe('whatever the data', () => {
  it('the largest digest is a message that Slack takes', () => {
    const most = 2_147_483_647;
    const rows = Array.from(
      { length: 50 },
      (_, place): DigestBeliefRow => ({
        ...{ signalId: `s${place}`, refNumber: most, label: '&'.repeat(400), description: '' },
        ...{ archived: false, stage: 'established', trajectory: 'declining' },
        ...{ participantCount: most, studyCount: most, counterParticipantCount: most },
        ...{ latestCapturedAt: new Date(0), createdAt: now },
      }),
    );
    const quote = {
      ...{ evidenceId: 'e', kind: 'evidence' as const, quote: 'x'.repeat(400), capturedAt: now },
      ...{ participantName: 'Ana Petrova', studyName: 'y'.repeat(400) },
    };
    const message = digestMessage(
      {
        ...{ since: now, isBeginning: false },
        changes: { fresh: rows, contradicted: rows, rising: rows, quiet: rows },
        shipped: rows.map(({ signalId }) => ({
          recommendationId: signalId,
          title: 'z'.repeat(400),
        })),
        waiting: Array.from({ length: 5 }, () => ({
          ...{ actionCardId: 'c', type: 'live_call' as const, summary: '', createdAt: now },
          ...{ title: 't'.repeat(400), participantName: 'Ana Petrova', total: most, fresh: most },
        })),
        proposals: new Map(
          rows.map(({ signalId }) => [signalId, { quotes: [quote, quote, quote] }]),
        ),
      },
      { now, names: 'short', showQuotes: true },
    );
    expect(checkMessage(message)).toEqual([]);
  });

  it('a digest is a message that Slack takes, and nothing in it can ping', () => {
    fc.assert(
      fc.property(
        beliefs,
        beliefs,
        fc.array(fc.record({ recommendationId: text, title: text }), { maxLength: 50 }),
        fc.array(waiting('Ana Petrova'), { maxLength: 5 }),
        fc.constantFrom('short', 'full', 'hidden'),
        text,
        (some, others, shipped, cards, names, said) => {
          const changes = { fresh: some, contradicted: others, rising: some, quiet: others };
          const quote = {
            ...{ evidenceId: 'e', kind: 'evidence' as const, quote: said, capturedAt: now },
            ...{ participantName: 'Ana Petrova', studyName: said },
          };
          const proposals = new Map(
            some.map(({ signalId }) => [signalId, { quotes: [quote, quote, quote] }]),
          );
          const digest = {
            ...{ since: now, isBeginning: false },
            changes,
            shipped,
            waiting: cards,
            proposals,
          };
          const message = digestMessage(digest, { now, names, showQuotes: true });
          expect(checkMessage(message)).toEqual([]);
          expect(foreignMarkup(message.blocks)).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('a note in a thread is a message that Slack takes, and mentions nobody', () => {
    const item = { tracker: fc.option(text, { nil: undefined }), name: text };
    const url = fc.oneof(
      fc.webUrl(),
      text.map((words) => `https://x.example/${words}`),
    );
    const note = fc.oneof(
      fc.record({
        kind: fc.constant('decided' as const),
        decision: fc.constantFrom('accepted' as const, 'dismissed' as const),
        note: fc.option(text, { nil: undefined }),
      }),
      fc.record({ kind: fc.constant('issue_created' as const), ...item, url }),
      fc.record({ kind: fc.constant('work_item_state' as const), ...item, url, state: text }),
      fc.record({
        kind: fc.constant('issue_failed' as const),
        tracker: text,
        provider: fc.constant('linear'),
        recommendationId: fc.constant('r1'),
        reason: text,
      }),
      fc.record({ kind: fc.constant('study_drafted' as const), name: text }),
    );
    fc.assert(
      fc.property(
        note,
        text,
        fc.constantFrom('api_key' as const, 'slack_user' as const, 'service' as const),
        (what, name, actorType) => {
          const actor = { actorType, actorId: 'U1', actorName: name };
          const message = noteMessage({ noteId: '1', note: what, at: now, ...actor });
          expect(checkMessage(message)).toEqual([]);
          expect(message.text).not.toMatch(/[<>]/);
          expect(foreignMarkup(message.blocks)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('the settings of a team are a form that Slack takes', () => {
    const label = fc.string({ minLength: 1, maxLength: 100 });
    const settings = fc
      .record({
        cardsPerDay: fc.integer({ min: 0, max: 200 }),
        channel: fc.constantFrom(null, 'C123'),
        digestCron: fc.constantFrom(null, '0 9 * * 1-5', '*/7 1,2,3,4,5,6,7,8,9,10 1-31 1-12 0-6'),
        quietHours: fc.constantFrom(null, { from: '18:00', to: '08:00' }),
        whoMayAct: fc.constantFrom('everyone', 'admins', ['U1', 'U2']),
        trackerDefaults: fc.record({ labels: fc.array(label, { maxLength: 20 }) }),
      })
      .map((chosen) => teamSettings.parse(chosen));
    const trackers = fc.subarray([
      { provider: 'linear', name: 'Linear' },
      { provider: 'github', name: 'GitHub' },
    ]);
    fc.assert(
      fc.property(settings, trackers, (chosen, offered) => {
        const around = {
          trackers: offered,
          channelId: 'C1',
          digestCron: '0 9 * * 1-5',
          timeZone: 'UTC',
        };
        expect(checkView(settingsModal(chosen, around, '{}'))).toEqual([]);
      }),
      { numRuns: 150 },
    );
    for (const decision of ['accepted', 'dismissed'] as const) {
      expect(checkView(decisionModal(decision, richText(line(words('The export'))), '{}'))).toEqual(
        [],
      );
    }
  });
});
