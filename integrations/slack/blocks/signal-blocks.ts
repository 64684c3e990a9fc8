import type { KnownBlock, RichTextBlockElement } from '@slack/types';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { RELATIONSHIP_NAMES } from '../../../src/beliefs/names.js';
import type { SignalPacket } from '../../../src/beliefs/signals/read-signal-packet.js';
import { adviceWithoutWork } from '../../../src/beliefs/signals/without-work.js';
import { cut } from '../../../src/core/words.js';
import { beliefLines } from './belief.js';
import { quoteLines, type Viewing } from './quotes.js';
import { bold, bullets, line, richText, words } from './rich-text.js';
import { label } from './text.js';

interface SignalRoom extends Viewing {
  /** Maximum length of each quote. */
  quote: number;
  /** Number of studies listed individually. */
  studies: number;
  /** The actions for a quote, shown below it. */
  movesOf?: (row: EvidenceRow) => KnownBlock[];
}

/** A belief with its confidence, its quotes for and against, each study's result, and next steps. */
export function signalBlocks(packet: SignalPacket, room: SignalRoom): KnownBlock[] {
  const { signal } = packet;
  return [
    richText(
      beliefLines(signal, room),
      line(words(cut(signal.description, 1200))),
      ...(signal.implication
        ? [line(bold('What it means: '), words(cut(signal.implication, 600)))]
        : []),
    ),
    ...quotes('What people say', packet.evidence, room),
    ...quotes('Evidence against it', packet.counterEvidence, room),
    ...studies(packet, room.studies),
    ...next(packet),
  ];
}

function quotes(title: string, rows: readonly EvidenceRow[], room: SignalRoom): KnownBlock[] {
  if (rows.length === 0) return [];
  const { movesOf } = room;
  if (!movesOf)
    return [richText(line(bold(title)), ...rows.flatMap((row) => quoteAndNote(row, room)))];
  return rows.flatMap((row, place) => [
    richText(...(place === 0 ? [line(bold(title))] : []), ...quoteAndNote(row, room)),
    ...movesOf(row),
  ]);
}

const quoteAndNote = (row: EvidenceRow, room: SignalRoom): RichTextBlockElement[] => [
  ...quoteLines(row.quote, row, room, room.quote),
  ...(row.note ? [line(words(cut(row.note, 300)))] : []),
];

function studies({ perStudy }: SignalPacket, most: number): KnownBlock[] {
  if (perStudy.length === 0) return [];
  const told = perStudy.slice(0, most).map((study) => {
    const narrative = study.narrative ? `: ${cut(study.narrative, 250)}` : '';
    return [
      bold(label(study.studyName, 80)),
      words(` ${RELATIONSHIP_NAMES[study.relationship]}${narrative}`),
    ];
  });
  const rest = perStudy.length - told.length;
  return [
    richText(
      line(bold('Study by study')),
      bullets(rest > 0 ? [...told, [words(`and ${rest} more`)]] : told),
    ),
  ];
}

function next(packet: SignalPacket): KnownBlock[] {
  const told = nextWords(packet);
  return told === undefined ? [] : [richText(line(bold('Next: '), words(label(told, 700))))];
}

function nextWords(packet: SignalPacket): string | undefined {
  const step = packet.nextStep;
  switch (step.type) {
    case 'act': {
      const top = step.topAction ? ` First: ${cut(step.topAction.action, 300)}` : '';
      return `act on the recommendation “${label(step.recommendation.title, 200)}”.${top}`;
    }
    case 'learn':
      return `learn more. ${cut(step.gap.suggestedAction, 400)}`;
    case 'collect_evidence':
    case 'preserve':
      return adviceWithoutWork(packet);
  }
}
