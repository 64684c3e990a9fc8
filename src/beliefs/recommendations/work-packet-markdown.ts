import type { ActionItem } from '../../../db/entities/recommendation.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { WorkItemLinkRow } from '../../../db/queries/recommendations.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { WORK_PACKET_MARKDOWN } from '../../core/numbers.js';
import { counted, day, people } from '../../core/words.js';
import type { PacketRecommendationRow } from '../queries/work-packet.js';
import { confidenceBand, signalConfidence } from '../signals/confidence.js';
import { signalRef } from '../signals/ref.js';
import { cutToFit, literalInline, literalLines } from './literal-markdown.js';

/** Content of a work packet, before it is rendered. */
export interface PacketContent {
  recommendation: Omit<PacketRecommendationRow, 'links'> & { workItemLinks: WorkItemLinkRow[] };
  /** In the recommendation's order. */
  signals: SignalRow[];
  /** Strongest first, taken from each signal in turn. */
  evidence: EvidenceRow[];
  counterEvidence: EvidenceRow[];
  acceptanceCriteria: AcceptanceCriteria;
}

/**
 * Conditions under which the work is done, in terms of beliefs: assembled from stored fields only.
 */
export interface AcceptanceCriteria {
  /** One per recommended action, in their order. */
  actionChecks: string[];
  /** One per linked signal: a read of this API, and the condition that its answer must meet. */
  beliefChecks: string[];
  verification: string;
}

/** Maximum length of each part in UTF-16 units; the quotes use whatever the other parts leave. */
const BODY_LIMIT = 16_000;
const BELIEFS_LIMIT = 10_000;
const ACTIONS_LIMIT = 10_000;
const CHECKS_LIMIT = 6_000;
const EVIDENCE_SHARE = 0.7;
const LINE_LIMIT = 2_000;
export const NAME_LIMIT = 200;
/** Room for a heading and its separators. */
const HEADING = 40;
/** Signals whose quotes are linked one by one: more links than that would displace quotes. */
const READS_NAMED = 5;
/** Characters between the quotes and the parts around them. */
const SEPARATORS = 4;

/** The packet as GitHub-flavored markdown. Text by people is shown literally. */
export function workPacketMarkdown(packet: PacketContent, now: Date): string {
  const { recommendation, signals, acceptanceCriteria: criteria } = packet;
  const beliefs = beliefsSection(signals, now);
  const actions = section('Actions', ACTIONS_LIMIT, recommendation.actionItems.map(action), '\n');
  const checks = criteria.beliefChecks.map((check) => `- [ ] ${code(check)}`);
  const done = `${section('Done when', CHECKS_LIMIT, checks, '\n')}\n\n${literalInline(criteria.verification)}`;
  const problem = problemSection(recommendation);
  const left = WORK_PACKET_MARKDOWN - [problem, beliefs, actions, done].join('\n\n').length;
  const titles = { evidence: 'Evidence', counterEvidence: 'Counter-evidence' };
  const [evidence, against] = quoteSections(packet, left, titles);
  return [problem, beliefs, evidence, against, actions, done].join('\n\n');
}

const problemSection = ({
  title,
  body,
}: Pick<PacketContent['recommendation'], 'title' | 'body'>): string =>
  [
    '## Problem',
    `**${inline(title, NAME_LIMIT)}**`,
    ...(body.trim() === '' ? [] : [paragraph(body)]),
  ].join('\n\n');

export const beliefsSection = (signals: readonly SignalRow[], now: Date): string =>
  section(
    'Beliefs behind it',
    BELIEFS_LIMIT,
    signals.map((row) => belief(row, now)),
    '\n',
  );

/** The quotes for it and against it, as many as fit into `room`. */
export function quoteSections(
  packet: PacketContent,
  room: number,
  titles: { evidence: string; counterEvidence: string },
): [string, string] {
  const { recommendation, signals } = packet;
  const left = room - SEPARATORS;
  const supporting = quotes(packet.evidence, recommendation.totals.evidence, signals);
  const opposing = quotes(packet.counterEvidence, recommendation.totals.counterEvidence, signals);
  // Room that one kind does not need goes to the other.
  const most = Math.max(Math.floor(left * EVIDENCE_SHARE), left - opposing.length);
  const { entries, leftOut } = supporting;
  const evidence = section(titles.evidence, most, entries, '\n\n', leftOut);
  const rest = left - evidence.length;
  return [
    evidence,
    section(titles.counterEvidence, rest, opposing.entries, '\n\n', opposing.leftOut),
  ];
}

const action = ({ action: what, priority, supportingEvidence }: ActionItem): string =>
  [
    `- [ ] ${inline(what, LINE_LIMIT)} (${priority} priority)`,
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

interface Quotes {
  entries: string[];
  /** Length of all of them with their heading, in UTF-16 units. */
  length: number;
  leftOut: LeftOut;
}

function quotes(
  rows: readonly EvidenceRow[],
  total: number,
  signals: readonly SignalRow[],
): Quotes {
  const entries = rows.map(quote);
  const leftOut: LeftOut = (shown) => {
    const hidden = total - shown;
    return hidden > 0 ? `${counted(hidden, 'more quote')} left out. ${readAll(signals)}` : '';
  };
  const length = entries.reduce((sum, entry) => sum + entry.length + 2, HEADING);
  return { entries, length: length + leftOut(0).length, leftOut };
}

/** Says how to read all quotes, for an implementer or agent who has only this text. */
function readAll(signals: readonly SignalRow[]): string {
  const reads = signals
    .slice(0, READS_NAMED)
    .map(({ signalId }) =>
      code(`GET /v1/evidence?signalId=${signalId}&includeCounterEvidence=true&maxItems=100`),
    );
  return `All are read with ${reads.join(', ')}, page by page with \`cursor\`.`;
}

type Attributed = Pick<
  EvidenceRow,
  'quote' | 'note' | 'participantName' | 'studyName' | 'capturedAt'
>;

/** A quote with its source, as a block quote. */
export function quote(row: Attributed): string {
  const source = [
    `— ${inline(row.participantName, NAME_LIMIT)}`,
    inline(row.studyName, NAME_LIMIT),
    ...(row.capturedAt ? [day(row.capturedAt)] : []),
  ].join(' · ');
  const note = row.note ? [`Note: ${inline(row.note, LINE_LIMIT)}`] : [];
  const attribution = [source, ...note].join('  \n').split('\n');
  return [...literalLines(row.quote), '', ...attribution].map((line) => `> ${line}`).join('\n');
}

/** The line that says what is left out if that many entries are shown; empty if nothing is. */
type LeftOut = (shown: number) => string;

/** A heading, as many complete entries as fit, and a note on the rest. */
export function section(
  title: string,
  limit: number,
  entries: readonly string[],
  between: string,
  leftOut: LeftOut = (shown) =>
    shown < entries.length ? `${entries.length - shown} more in the work packet.` : '',
): string {
  const shown: string[] = [];
  let length = `## ${title}\n\n\n\n${leftOut(0)}`.length;
  for (const entry of entries) {
    if (length + entry.length + between.length > limit) continue;
    length += entry.length + between.length;
    shown.push(entry);
  }
  const parts = [shown.join(between), leftOut(shown.length)].filter(Boolean);
  return [`## ${title}`, ...(entries.length > 0 ? parts : ['None.'])].join('\n\n');
}

/** Text by people in full, or as much of it as fits. */
export const paragraph = (text: string): string =>
  cutToFit(text, BODY_LIMIT, (part) => literalLines(part).join('\n'));

export const inline = (text: string, limit: number): string => cutToFit(text, limit, literalInline);

/**
 * Formats the service's own texts and ids, which contain no backtick, as code. Trackers link nothing in code, not
 * even a reference like SIG-1.
 */
export const code = (text: string): string => `\`${text}\``;
