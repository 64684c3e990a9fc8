import type { ActionItem } from '../../db/entities/recommendation.js';
import type { EvidenceRow } from '../../db/queries/evidence.js';
import type { SignalRow } from '../../db/queries/signals.js';
import { WORK_PACKET_MARKDOWN, WORK_PACKET_QUOTES_SHOWN } from '../decisions.js';
import { confidenceBand, signalConfidence } from '../signals/confidence.js';
import { signalRef } from '../signals/ref.js';
import { counted, day, people } from '../words.js';
import { cutToFit, literalInline, literalLines } from './literal-markdown.js';
import type { PacketContent } from './packet-content.js';

/** Shares of the whole that a part may take at most; the quotes take what the others leave. */
const BODY_LIMIT = 16_000;
const BELIEFS_LIMIT = 10_000;
const ACTIONS_LIMIT = 10_000;
const CHECKS_LIMIT = 6_000;
const EVIDENCE_SHARE = 0.7;
const LINE_LIMIT = 2_000;
const NAME_LIMIT = 200;
/** Between the quotes and their neighbours. */
const SEPARATORS = 4;

/** The packet as GitHub-flavoured markdown. What people said or wrote shows literally. */
export function workPacketMarkdown(packet: PacketContent, now: Date): string {
  const { recommendation, signals, acceptanceCriteria: criteria } = packet;
  const problem = [
    '## Problem',
    `**${inline(recommendation.title, NAME_LIMIT)}**`,
    ...(recommendation.body.trim() === '' ? [] : [paragraph(recommendation.body)]),
  ].join('\n\n');
  const beliefs = section(
    'Beliefs behind it',
    BELIEFS_LIMIT,
    signals.map((row) => belief(row, now)),
    '\n',
  );
  const actions = section('Actions', ACTIONS_LIMIT, recommendation.actionItems.map(action), '\n');
  const checks = criteria.beliefChecks.map((check) => `- [ ] ${code(check)}`);
  const done = `${section('Done when', CHECKS_LIMIT, checks, '\n')}\n\n${literalInline(criteria.verification)}`;

  const parts = [problem, beliefs, actions, done];
  const left = WORK_PACKET_MARKDOWN - parts.join('\n\n').length - SEPARATORS;
  const evidence = quotes('Evidence', Math.floor(left * EVIDENCE_SHARE), packet.evidence);
  const against = quotes('Counter-evidence', left - evidence.length, packet.counterEvidence);
  return [problem, beliefs, evidence, against, actions, done].join('\n\n');
}

const action = ({ action: deed, priority, supportingEvidence }: ActionItem): string =>
  [
    `- [ ] ${inline(deed, LINE_LIMIT)} (${priority} priority)`,
    ...(supportingEvidence.trim() === '' ? [] : [`  ${inline(supportingEvidence, LINE_LIMIT)}`]),
  ].join('  \n');

function belief(signal: SignalRow, now: Date): string {
  const facts = [
    signal.archived ? 'archived' : signal.stage,
    signal.trajectory,
    `${confidenceBand(signalConfidence(signal, now))} confidence`,
    people(signal.participantCount),
    counted(signal.studyCount, 'study', 'studies'),
    counted(signal.quoteCount, 'supporting quote'),
    `${signal.counterEvidenceCount} against`,
    ...(signal.latestCapturedAt ? [`newest ${day(signal.latestCapturedAt)}`] : []),
  ];
  return [
    `- ${code(signalRef(signal.refNumber))} **${inline(signal.label, NAME_LIMIT)}**`,
    ...(signal.description ? [`  ${inline(signal.description, LINE_LIMIT)}`] : []),
    `  ${facts.join(' · ')}`,
  ].join('  \n');
}

function quotes(title: string, limit: number, rows: readonly EvidenceRow[]): string {
  const shown = rows.slice(0, WORK_PACKET_QUOTES_SHOWN).map(quote);
  return section(title, limit, shown, '\n\n', rows.length);
}

function quote(row: EvidenceRow): string {
  const source = [
    `— ${inline(row.participantName, NAME_LIMIT)}`,
    inline(row.studyName, NAME_LIMIT),
    ...(row.capturedAt ? [day(row.capturedAt)] : []),
  ].join(' · ');
  const note = row.note ? [`Note: ${inline(row.note, LINE_LIMIT)}`] : [];
  const attribution = [source, ...note].join('  \n').split('\n');
  return [...literalLines(row.quote), '', ...attribution].map((line) => `> ${line}`).join('\n');
}

/** A heading, as many whole entries as fit, and how many of the total are not shown. */
function section(
  title: string,
  limit: number,
  entries: readonly string[],
  between: string,
  total = entries.length,
): string {
  const shown: string[] = [];
  let length = `## ${title}\n\n${leftOut(total)}`.length;
  for (const entry of entries) {
    if (length + entry.length + between.length > limit) continue;
    length += entry.length + between.length;
    shown.push(entry);
  }
  const hidden = total - shown.length;
  const parts = [shown.join(between), ...(hidden > 0 ? [leftOut(hidden)] : [])];
  return [`## ${title}`, ...(entries.length > 0 ? parts.filter(Boolean) : ['None.'])].join('\n\n');
}

const leftOut = (count: number): string => `${count} more in the work packet.`;

const paragraph = (text: string): string =>
  cutToFit(text, BODY_LIMIT, (part) => literalLines(part).join('\n'));

const inline = (text: string, limit: number): string => cutToFit(text, limit, literalInline);

/** Ours and ids, which hold no backtick. Trackers link nothing in code, not even a reference like SIG-1. */
const code = (text: string): string => `\`${text}\``;
