import { type Synthesis, whyNoBelief } from '../analysis/synthesize.js';
import type { ReadingProgress } from '../core/models/models.js';
import { counted, listed } from '../core/words.js';
import type { PathEstimate } from '../interviews/estimate-path.js';
import type { LiveReport } from '../interviews/ingest-live.js';
import type { IngestReport } from '../interviews/ingest-path.js';
import type { IngestedFile } from '../interviews/ingested-file.js';
import { agentLines } from './agent-lines.js';
import { shellWord } from './shell-word.js';
import { themeLine } from './theme-line.js';

const asOption = (name: string): string => `--participant ${shellWord(name)}`;

/**
 * `P3.vtt: new, 12 quotes, interviewer Dan, participant P3`, with its warnings on the lines below.
 */
export function fileLine({
  fileName,
  outcome,
  quotes,
  interviewers,
  participants,
  reason,
  speakers,
  warnings,
}: IngestedFile): string {
  const facts = [
    outcome,
    ...(outcome === 'failed' ? [] : [counted(quotes, 'quote')]),
    ...roles('interviewer', interviewers),
    ...roles('participant', participants),
  ];
  const advice =
    outcome === 'failed' && speakers.length > 0
      ? [`Name the participants and ingest it again: ${speakers.map(asOption).join(' ')}`]
      : [];
  const below = [...warnings, ...advice].map((one) => `    ${one}`);
  const line = `${fileName}: ${facts.join(', ')}${reason ? `: ${reason}` : ''}`;
  return [line, ...below].join('\n');
}

const roles = (role: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${role}${names.length === 1 ? '' : 's'} ${listed(names)}`];

/** The team and the name of the study that the interviews went into. */
interface Target {
  team: string;
  study: string;
}

/** The ways to more beliefs that read what people mean, for a team without a model. */
function readers(goal: string, target: { team: string; studyId: string }): string[] {
  const lines = agentLines(target);
  return [
    `To find ${goal}, let the coding agent that you already use read the interviews; it needs no API key and sends them to its own model (docs/agents.md).${lines.length ? ' With Claude Code, paste the first line into this terminal, then start `claude` in this folder and type the second:' : ''}`,
    ...lines.map((line) => `    ${line}`),
    'Or connect a language model (LLM_PROVIDER; docs/local-models.md explains it step by step) and ingest again.',
  ];
}

/**
 * Reports the beliefs and waiting themes. If themes or quotes wait, lists the ways to continue; with a model there
 * is only one.
 */
function beliefLines({ studyId, synthesis }: IngestReport, { team, study }: Target): string[] {
  const { signals, topicsWaiting, topics, quotesWaiting, byModel } = synthesis;
  if (topicsWaiting === 0 && (signals > 0 || quotesWaiting === 0)) return [];
  const waiting = `${counted(topicsWaiting, 'theme')} without a belief ${topicsWaiting === 1 ? 'is' : 'are'} waiting`;
  const none = `No belief was found: ${whyNoBelief(synthesis)}.`;
  const reading = byModel ? [] : readers(signals > 0 ? 'more' : 'beliefs', { team, studyId });
  if (topicsWaiting === 0) {
    const kept = `${counted(quotesWaiting, 'quote')} without a theme ${quotesWaiting === 1 ? 'is' : 'are'} waiting.`;
    return [`${none} ${kept}`, ...reading];
  }
  const found = signals > 0 ? `${counted(signals, 'signal')} in this study;` : none;
  if (topicsWaiting <= signals) return [`${found} ${waiting}.`];
  const list = `npm run cli -- theme list --team ${team} --study ${shellWord(study)}`;
  const promote = `npm run cli -- theme promote ID --team ${team} --as "A claim that someone could disagree with"`;
  return [
    `${found} ${waiting}. Mentioned by the most people:`,
    ...topics.map((topic) => `    ${themeLine(topic)}`),
    ...(topicsWaiting > topics.length ? [`Full list: ${list}`] : []),
    ...reading,
    `To turn a theme into a belief${byModel ? '' : ' yourself'}, state it as a sentence: ${promote}`,
  ];
}

/** Reports the remaining quotes, unless a line below says why they wait. */
const quotesLeft = ({ quotesWaiting, signals, topicsWaiting, waits }: Synthesis): string =>
  quotesWaiting === 0 || waits || signals + topicsWaiting === 0
    ? ''
    : `, ${quotesWaiting} waiting until more people say the same`;

/** Warns of files without a date: last year's talk would count as today's and look new and rising. */
function undatedLines(files: readonly IngestedFile[]): string[] {
  const count = files.filter(({ undated }) => undated).length;
  if (count === 0) return [];
  return [
    `${counted(count, 'file')} ${count === 1 ? 'does' : 'do'} not say when the talk took place, so the date of the file's last change is used. Write the date above the talk, such as 2024-05-01, and ingest again; next time it can also be in the file's name or in study.json.`,
  ];
}

/** Reports the work that is left for the model. */
function waitingLines({ waiting, synthesis: { usage, waits } }: IngestReport): string[] {
  const tokens = usage.inputTokens + usage.outputTokens;
  return [
    ...(tokens > 0 ? [`${inFull(tokens)} tokens used to compare and check the claims.`] : []),
    ...(waiting > 0
      ? [
          `${counted(waiting, 'interview')} ${waiting === 1 ? 'waits' : 'wait'} until tomorrow: the team's tokens for today are used up (LLM_DAILY_TOKENS). A running service continues on its own; you can also ingest again.`,
        ]
      : []),
    ...(waits && waiting === 0
      ? [
          "Claims are not checked yet: the model is not responding, or today's tokens are used up. A running service continues on its own; you can also ingest again.",
        ]
      : []),
  ];
}

export function summary(report: IngestReport, target: Target): string {
  const { studyId, files, skipped, synthesis } = report;
  const with_ = (outcome: IngestedFile['outcome']) =>
    files.filter((file) => file.outcome === outcome).length;
  // if all files failed, they were just listed, and advice on roles does not help
  const taken = with_('failed') < files.length;
  const outcomes = (['new', 'corrected', 'unchanged', 'failed'] as const)
    .map((outcome) => `${with_(outcome)} ${outcome}`)
    .join(', ');
  return [
    `${counted(files.length, 'file')} into study ${studyId}: ${outcomes}.`,
    ...(taken ? files.filter(({ outcome }) => outcome === 'failed').map(fileLine) : []),
    ...(skipped.length ? [`${counted(skipped.length, 'other file')} skipped.`] : []),
    `${counted(synthesis.quotesPlaced, 'quote')} placed${quotesLeft(synthesis)}; ${counted(synthesis.themesFounded, 'theme')} and ${counted(synthesis.signalsFounded, 'signal')} added.`,
    ...beliefLines(report, target),
    ...(synthesis.signals > 0 && !synthesis.byModel ? [writeQuestions] : []),
    ...waitingLines(report),
    ...undatedLines(files),
    ...(taken ? [wrongRoles] : []),
  ].join('\n');
}

const writeQuestions =
  'Without a language model, /ask finds a belief by its own words. A coding agent can write the questions that each belief answers, so that it is found in other words too (docs/agents.md).';

const wrongRoles =
  'If the wrong speaker was recognized as an interviewer, name the right one with --interviewer NAME (or the participants with --participant NAME) and ingest again; later files of the study follow this too.';

export const progressLine = ({ doing, done, of, tokens }: ReadingProgress): string =>
  `    ${doing}: ${done} of ${of}, ${inFull(tokens)} tokens\n`;

const inFull = (count: number): string => count.toLocaleString('en');

export const estimateSummary = ({
  files,
  failed,
  interviews,
  words,
  calls,
  inputTokens,
  outputTokens,
}: PathEstimate): string =>
  [
    `About ${inFull(calls)} calls, ${inFull(inputTokens)} input tokens and ${inFull(outputTokens)} output tokens to read ${counted(interviews, 'interview')} (${inFull(words)} words) from ${counted(files, 'file')}. Nothing was read.`,
    ...(failed.length ? [`Not readable: ${failed.join(', ')}.`] : []),
    'Interviews already read with this model cost nothing.',
  ].join('\n');

export const liveSummary = ({ sourceItemId, turns, liveCallIds }: LiveReport): string =>
  `Interview ${sourceItemId} is over: ${counted(turns, 'turn')}, ${counted(liveCallIds.length, 'live call')}.`;

export function problemOf({ files, unknownNames }: IngestReport): string | undefined {
  if (files.every(({ outcome }) => outcome === 'failed')) {
    return `Nothing was ingested: ${counted(files.length, 'file')} failed.`;
  }
  if (unknownNames.length === 0) return undefined;
  const names = listed(
    unknownNames.map((name) => JSON.stringify(name)),
    'or',
  );
  return `No speaker is named ${names}. ${unknownNames.length === 1 ? 'The name was' : 'These names were'} ignored.`;
}
