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

describe('whatever the data', () => {
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
