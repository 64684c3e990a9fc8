import type { DaysAgo } from './days-ago.js';
import { people } from './people.js';
import type { EvidenceLine, SnapshotLine, SourceItemLine } from './snapshot-line.js';

export const interviewer = 'Maya Lindqvist';

/** An interview as its author writes it. */
export interface InterviewNotes {
  who: keyof typeof people;
  day: number;
  status?: SourceItemLine['status'];
  quality?: number;
  targets?: string[];
  /** False where the team recruited the person about a change that it had shipped. */
  organic?: boolean;
  /**
   * One quote a line: `minutes:seconds +theme .strength | words`, `--` for an unknown time. A minus in
   * place of the plus is counter-evidence and ends in `## note`; `prompted` or `withdrawn` may follow the strength.
   */
  quotes?: string;
  /** One turn a line, `M:` the interviewer, `P:` the participant; `[n]` is the n-th quote, whole. */
  talk?: string;
}

const QUOTE_LINE =
  /^(?:--|(?<min>\d+):(?<sec>\d\d)) (?<side>[+-])(?<theme>[a-z-]+) (?<strength>\.\d)(?<flag> prompted| withdrawn)? \| (?<quote>.+?)(?: ## (?<note>.+))?$/;

/** The interview's source item and its evidence. Throws, naming the line, on a malformed one. */
export function interviewLines(
  study: string,
  notes: InterviewNotes,
  daysAgo: DaysAgo,
): SnapshotLine[] {
  const name = `${notes.who}-${study}`;
  const evidence = rows(notes.quotes).map((row, index) =>
    evidenceLine(row, `q-${name}-${index + 1}`, study, `si-${name}`),
  );
  const sourceItem: SourceItemLine = {
    resource: 'sourceItem',
    sourceItemId: `si-${name}`,
    studyId: `study-${study}`,
    participantId: `p-${notes.who}`,
    status: notes.status ?? 'analyzed',
    capturedAt: daysAgo(notes.day),
    ...(notes.quality !== undefined && { qualityScore: notes.quality }),
    ...(notes.targets && { coveredTargetIds: notes.targets.map((key) => `t-${study}-${key}`) }),
    ...(notes.organic !== undefined && { organic: notes.organic }),
    ...(notes.talk !== undefined && {
      transcript: rows(notes.talk).map((row) => turn(row, people[notes.who].name, evidence)),
    }),
  };
  return [sourceItem, ...evidence];
}

function evidenceLine(row: string, id: string, study: string, sourceItemId: string): EvidenceLine {
  const found = QUOTE_LINE.exec(row)?.groups;
  if (!found) throw new Error(`${id} is not "m:ss +theme .s | words": ${row}`);
  return {
    resource: 'evidence',
    evidenceId: id,
    kind: found.side === '+' ? 'evidence' : 'counterEvidence',
    quote: found.quote!,
    themeId: `th-${study}-${found.theme}`,
    sourceItemId,
    ...(found.min !== undefined && {
      timeInCallSecs: Number(found.min) * 60 + Number(found.sec),
    }),
    strength: Number(found.strength),
    ...(found.note !== undefined && { note: found.note }),
    ...(found.flag === ' prompted' && { prompted: true }),
    ...(found.flag === ' withdrawn' && { withdrawn: true }),
  };
}

function turn(row: string, participant: string, evidence: EvidenceLine[]) {
  const quoted: EvidenceLine[] = [];
  const text = row.slice(3).replace(/\[(\d+)\]/g, (_mark, number: string) => {
    const said = evidence[Number(number) - 1];
    if (!said) throw new Error(`No quote ${number} for the turn: ${row}`);
    quoted.push(said);
    return said.quote;
  });
  const atSecs = quoted[0]?.timeInCallSecs;
  return {
    speaker: row.startsWith('M: ') ? interviewer : participant,
    text,
    ...(atSecs !== undefined && { atSecs }),
  };
}

function rows(block = ''): string[] {
  return block
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
}
