import { createModels } from '../../../integrations/models/index.js';
import type { Context } from '../../context.js';
import { runEngine } from '../../engine/run-engine.js';
import {
  type FieldMapping,
  MAPPED_FIELDS,
  type MappedField,
} from '../../ingest/formats/parsed-file.js';
import { ingestLive, type LiveReport } from '../../ingest/ingest-live.js';
import { type IngestReport, ingestPath } from '../../ingest/ingest-path.js';
import type { IngestedFile } from '../../ingest/ingested-file.js';
import { watchPath } from '../../ingest/watch-path.js';
import { readLines } from '../../snapshot/read-lines.js';
import { counted } from '../../words.js';
import { type CommandInput, command, UsageError } from '../command.js';
import { operatorContext } from '../operator-context.js';
import { write } from '../write.js';

/** `--map quote=Text --map participant="Who said it"`. Throws UsageError. */
function mappingOf(pairs: readonly string[]): FieldMapping {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [field = '', ...column] = pair.split('=');
      if (!MAPPED_FIELDS.includes(field as MappedField) || column.join('=') === '') {
        throw new UsageError(
          `--map must be FIELD=COLUMN with FIELD one of ${MAPPED_FIELDS.join(', ')}, not ${JSON.stringify(pair)}.`,
        );
      }
      return [field, column.join('=')];
    }),
  );
}

/** `P3.vtt: new, 12 quotes, interviewer Dan, participant P3`, with what to look at below it. */
function told({
  fileName,
  outcome,
  quotes,
  interviewers,
  participants,
  reason,
  warnings,
}: IngestedFile): string {
  const facts = [
    reason ? `${outcome}: ${reason}` : outcome,
    ...(outcome === 'failed' ? [] : [counted(quotes, 'quote')]),
    ...(interviewers.length ? [`interviewer ${interviewers.join(' and ')}`] : []),
    ...(participants.length ? [`participant ${participants.join(' and ')}`] : []),
  ];
  return [`${fileName}: ${facts.join(', ')}`, ...warnings.map((one) => `    ${one}`)].join('\n');
}

function summary({ studyId, files, skipped, synthesis }: IngestReport): string {
  const with_ = (outcome: IngestedFile['outcome']) =>
    files.filter((file) => file.outcome === outcome).length;
  const outcomes = (['new', 'corrected', 'unchanged', 'failed'] as const)
    .map((outcome) => `${with_(outcome)} ${outcome}`)
    .join(', ');
  return [
    `${counted(files.length, 'file')} into study ${studyId}: ${outcomes}.`,
    ...files.filter(({ outcome }) => outcome === 'failed').map(told),
    ...(skipped.length ? [`${counted(skipped.length, 'other file')} left alone.`] : []),
    `${counted(synthesis.quotesPlaced, 'quote')} placed, ${counted(synthesis.themesFounded, 'theme')} and ${counted(synthesis.signalsFounded, 'signal')} founded.`,
    'Is an interviewer wrong? Name the right one with --interviewer NAME and ingest again.',
  ].join('\n');
}

const contextOf = async (input: CommandInput): Promise<Context> => ({
  ...(await operatorContext(input)),
  models: createModels({ llm: input.config.llm }),
});

async function ingestNow(input: CommandInput): Promise<IngestReport> {
  const ctx = await contextOf(input);
  const { flags, lists, streams } = input;
  const report = await ingestPath(
    ctx,
    {
      path: input.args.path as string,
      study: input.options.study as string,
      mapping: mappingOf(lists.map ?? []),
      interviewers: lists.interviewer ?? [],
      mask: flags.has('mask'),
      anonymous: flags.has('anonymous'),
    },
    {
      onFile: (file, { number, of }) =>
        void write(streams.err, `[${number}/${of}] ${told(file)}\n`),
    },
  );
  await runEngine(ctx, 'changed');
  return report;
}

const OF_FILES = ['interviewer', 'map', 'mask', 'anonymous', 'watch'];

/** An option that would be passed over is refused: who asks for a mask must not believe that there is one. */
function refuseMisplaced({ args, options, flags, lists }: CommandInput): void {
  if (args.path !== '-') {
    if (options.participant)
      throw new UsageError('--participant goes with - (standard input) only.');
    return;
  }
  const misplaced = OF_FILES.find((name) => flags.has(name) || lists[name]);
  if (misplaced) throw new UsageError(`--${misplaced} goes with files, not with standard input.`);
}

/** Standard input, a line a turn, as the talk goes on. */
async function live(input: CommandInput): Promise<LiveReport> {
  const { options, streams } = input;
  if (!options.participant) throw new UsageError('--participant is missing: who is interviewed?');
  const ctx = await contextOf(input);
  const lines = readLines(streams.in as AsyncIterable<Uint8Array>);
  const report = await ingestLive(ctx, lines, {
    study: options.study as string,
    participant: options.participant,
    onPiece: ({ liveCallIds }) => {
      for (const id of liveCallIds) void write(streams.err, `A live call is in the inbox: ${id}\n`);
    },
  });
  await runEngine(ctx, 'changed');
  return report;
}

const liveSummary = ({ sourceItemId, turns, liveCallIds }: LiveReport): string =>
  `Interview ${sourceItemId} is over: ${counted(turns, 'turn')}, ${counted(liveCallIds.length, 'live call')}.`;

const nothingTaken = ({ files }: IngestReport): string | undefined =>
  files.every(({ outcome }) => outcome === 'failed')
    ? `Nothing was ingested: ${counted(files.length, 'file')} failed.`
    : undefined;

/** Until it is interrupted; gives what the last look did, if there was anything to look at. */
async function watch(input: CommandInput): Promise<IngestReport> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  let latest: IngestReport | undefined;
  await watchPath(input.args.path as string, {
    signal: stop.signal,
    onChange: async (files) => {
      if (files > 0) latest = await ingestNow(input);
      await write(input.streams.err, `Watching ${input.args.path}; Ctrl+C ends it.\n`);
    },
  });
  return latest as IngestReport;
}

export const ingest = command({
  name: 'ingest',
  summary:
    'turn interview files into source items, evidence, themes and signals (- reads a talk as it goes on)',
  args: ['path'],
  options: {
    team: { type: 'string' },
    study: { type: 'string' },
    interviewer: { type: 'string', multiple: true },
    map: { type: 'string', multiple: true },
    mask: { type: 'boolean' },
    anonymous: { type: 'boolean' },
    watch: { type: 'boolean' },
    participant: { type: 'string' },
  },
  required: ['team', 'study'],
  run: async (input) => {
    refuseMisplaced(input);
    if (input.args.path === '-') return live(input);
    return input.flags.has('watch') ? watch(input) : ingestNow(input);
  },
  show: (answer) => ('files' in answer ? summary(answer) : liveSummary(answer)),
  complaint: (answer: IngestReport | LiveReport) =>
    'files' in answer ? nothingTaken(answer) : answer.failure,
});
