import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvidenceRow } from '../../db/queries/evidence.js';
import type { RecommendationRow } from '../../db/queries/recommendations.js';
import { sourcesModal } from '../../integrations/slack/answers/answer-sources.js';
import {
  recommendationUnfurl,
  signalUnfurl,
} from '../../integrations/slack/beliefs/unfurl-blocks.js';
import { option } from '../../integrations/slack/blocks/menu.js';
import {
  cannotSaveModal,
  type EvidenceForm,
  evidenceModal,
  savedModal,
} from '../../integrations/slack/evidence/evidence-modal.js';
import {
  filesMessage,
  leftAloneMessage,
  whichStudyMessage,
} from '../../integrations/slack/files/files-message.js';
import { checkBlocks, checkMessage, checkView } from '../../sandbox/check-blocks.js';
import type { SignalPacket } from '../../src/beliefs/signals/read-signal-packet.js';
import { foreignMarkup, MARKED } from './markup.js';

const now = new Date('2026-03-10T12:00:00Z');
const view = { now, names: 'full' as const };
const text = fc.oneof(
  fc.constantFrom(
    MARKED,
    '<!channel> <@U1> <https://evil.example|click> &amp;',
    '```code``` *bold* `x`\n> quote',
    '\u202eright to left\u202c',
    '👩‍👩‍👧‍👦'.repeat(900),
    'x'.repeat(10_000),
    '<!here>'.repeat(1500),
    ' \n\t ',
  ),
  fc.string({ minLength: 1, maxLength: 60 }),
);
const id = fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/);
const instant = fc.date({ min: new Date(0), max: new Date('2026-12-31'), noInvalidDate: true });

const harmless = (rendered: { text?: unknown; blocks: unknown }): void => {
  expect(foreignMarkup(rendered.blocks)).toEqual([]);
  expect(String(rendered.text ?? '')).not.toMatch(/[<>]/);
};

const quote = fc.record({
  kind: fc.constantFrom('evidence' as const, 'counterEvidence' as const),
  quote: text,
  note: fc.option(text, { nil: null }),
  participantName: text,
  studyName: text,
  capturedAt: fc.option(instant, { nil: null }),
}) as unknown as fc.Arbitrary<EvidenceRow>;
const belief = {
  refNumber: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  label: text,
  description: text,
  archived: fc.boolean(),
  trajectory: fc.constantFrom('rising', 'stable'),
  participantCount: fc.nat(5000),
  studyCount: fc.nat(50),
  counterParticipantCount: fc.nat(5000),
  latestCapturedAt: fc.option(instant, { nil: null }),
};
const packet = fc.record({
  signal: fc.record(belief),
  evidence: fc.array(quote, { maxLength: 3 }),
  counterEvidence: fc.array(quote, { maxLength: 2 }),
}) as unknown as fc.Arbitrary<SignalPacket>;
const recommendation = fc.record({
  title: text,
  body: text,
  state: fc.constant('open'),
  confidence: fc.constant('high'),
}) as unknown as fc.Arbitrary<RecommendationRow>;

describe('for whatever people said, wrote and called things', () => {
  it('the sources of an answer are a view that Slack takes', () => {
    const source = fc.record({
      ref: fc.constant('SIG-2147483647'),
      signalId: fc.constant('sig1'),
      label: text,
      quotes: fc.array(quote, { maxLength: 10 }),
    });
    fc.assert(
      fc.property(text, fc.array(source, { maxLength: 3 }), (question, beliefs) => {
        const modal = sourcesModal(question, beliefs, view);
        expect(checkView(modal)).toEqual([]);
        harmless(modal);
      }),
      { numRuns: 100 },
    );
  });

  it('what unfolds below links fits into one message', () => {
    fc.assert(
      fc.property(packet, recommendation, fc.boolean(), (row, proposed, showQuotes) => {
        const unfolded = signalUnfurl(row, { ...view, showQuotes });
        expect(checkBlocks(unfolded, 'message')).toEqual([]);
        expect(showQuotes || !JSON.stringify(unfolded).includes('rich_text_quote')).toBe(true);
        const blocks = recommendationUnfurl(proposed, [row.signal], view);
        expect(checkBlocks(blocks, 'message')).toEqual([]);
        harmless({ blocks: [unfolded, blocks] });
      }),
      { numRuns: 100 },
    );
  });

  it('the form for evidence is a view that Slack takes, before and after it was filled in wrongly', () => {
    const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
    const form = fc.record({
      text,
      saidBy: text,
      saidAt: instant,
      now: fc.constant(now),
      inThread: fc.boolean(),
      wholeThread: fc.boolean(),
      problem: maybe(text),
      quote: maybe(text.map((said) => said.slice(0, 3000))),
      newTheme: maybe(text.map((name) => name.slice(0, 120))),
      study: maybe(fc.tuple(id, text).map(([value, name]) => option(value, name))),
      theme: maybe(fc.tuple(id, text).map(([value, name]) => option(value, name))),
    }) as unknown as fc.Arbitrary<EvidenceForm>;
    fc.assert(
      fc.property(form, text, (filled, name) => {
        const modals = [
          evidenceModal(filled, '{}'),
          savedModal({ evidenceId: 'e', studyName: name, themeLabel: name }, 3),
          cannotSaveModal(name),
        ];
        for (const modal of modals) {
          expect(checkView(modal)).toEqual([]);
          harmless(modal);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('what is said about sent files is a message that Slack takes', () => {
    const files = fc.array(fc.record({ id, name: text }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        files,
        text,
        text,
        fc.boolean(),
        fc.array(text, { maxLength: 120 }),
        (sent, studyName, line, ok, speakers) => {
          const results = sent.map((file) => ({
            fileId: file.id,
            ok,
            line: `${file.name}: ${line}`,
            speakers,
            interviewers: speakers.slice(0, 1),
            sourceItemIds: [],
          }));
          const said = { quote: line, participantName: studyName, studyName, capturedAt: null };
          const kept = {
            quotes: [said, said, said],
            view: { now: new Date(), names: 'short' as const },
            studyPage: 'https://beliefs.example.com/p/studies/s1',
          };
          const draftId = '01234567-89ab-cdef-0123-456789abcdef';
          const messages = [
            whichStudyMessage(sent, sent, draftId),
            filesMessage({ files: sent, studyName, results, draftId }),
            filesMessage({ files: sent, studyName, results, draftId, kept }),
            filesMessage({ files: sent, studyName, results: [], draftId }),
            leftAloneMessage(sent),
          ];
          for (const message of messages) {
            expect(checkMessage(message)).toEqual([]);
            harmless(message);
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('the menus of speakers leave room for what is said about twenty files', () => {
    const files = Array.from({ length: 20 }, (_, place) => ({
      id: `F${place}`,
      name: 'n'.repeat(200),
    }));
    const message = (speakers: string[]) =>
      filesMessage({
        files,
        studyName: 's'.repeat(200),
        draftId: '01234567-89ab-cdef-0123-456789abcdef',
        results: files.map((file) => ({
          fileId: file.id,
          ok: true,
          line: 'l'.repeat(400),
          speakers,
          interviewers: [],
          sourceItemIds: [],
        })),
      });
    for (const speakers of [['A', 'B'], Array.from({ length: 9 }, (_, n) => `Speaker ${n}`)]) {
      expect(checkMessage(message(speakers))).toEqual([]);
      expect(message(speakers).blocks.length).toBeGreaterThan(10);
    }
  });
});
