import { DatabaseUnavailable } from '../../../db/why-unavailable.js';
import { createModels } from '../../../integrations/models/index.js';
import type { Context } from '../../core/context.js';
import { databaseUnavailable } from '../../core/database-unavailable.js';
import { runEngine } from '../../engine/run-engine.js';
import { estimatePath, type PathEstimate } from '../../interviews/estimate-path.js';
import {
  type FieldMapping,
  MAPPED_FIELDS,
  type MappedField,
} from '../../interviews/formats/parsed-file.js';
import { ingestLive, type LiveReport } from '../../interviews/ingest-live.js';
import { type IngestReport, ingestPath, watchPath } from '../../interviews/ingest-path.js';
import { readLines } from '../../operations/snapshot/parse-line.js';
import { type CommandInput, command, printable, UsageError, write } from '../command.js';
import {
  estimateSummary,
  fileLine,
  liveSummary,
  problemOf,
  progressLine,
  summary,
} from '../ingest-report.js';
import { operatorContext } from '../with-database.js';

/** Parses `--map quote=Text --map participant="Who said it"`. Throws UsageError. */
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

const contextOf = async (input: CommandInput): Promise<Context> => ({
  ...(await operatorContext(input)),
  models: {
    ...createModels({ llm: input.config.llm, embeddings: input.config.embeddings }),
    onProgress: (step) => void write(input.streams.err, progressLine(step)),
  },
});

/** Says of an unavailable database that the run can be continued. */
function resumable(error: unknown): never {
  const reason = databaseUnavailable(error);
  if (!reason) throw error;
  const advice = 'What was stored before stays: run it again to continue.';
  throw new DatabaseUnavailable(`${reason} ${advice}`, { cause: error });
}

const ingestNow = (input: CommandInput): Promise<IngestReport> =>
  ingestFiles(input).catch(resumable);

async function ingestFiles(input: CommandInput): Promise<IngestReport> {
  const ctx = await contextOf(input);
  const { flags, lists, streams } = input;
  const report = await ingestPath(
    ctx,
    {
      path: input.args.path as string,
      study: input.options.study as string,
      mapping: mappingOf(lists.map ?? []),
      interviewers: lists.interviewer ?? [],
      participants: lists.participant ?? [],
      mask: flags.has('mask'),
      anonymous: flags.has('anonymous'),
    },
    {
      onFile: (file, { number, of }) =>
        void write(streams.err, printable(`[${number}/${of}] ${fileLine(file)}\n`)),
    },
  );
  await runEngine(ctx, 'changed');
  return report;
}

const estimated = async (input: CommandInput): Promise<PathEstimate> =>
  estimatePath(await contextOf(input), {
    path: input.args.path as string,
    mapping: mappingOf(input.lists.map ?? []),
  });

const OF_FILES = ['interviewer', 'map', 'mask', 'anonymous', 'watch', 'estimate'];

/** Refuses an option that would have no effect: someone who asks for masking must not believe that it happens. */
function refuseMisplaced({ args, flags, lists }: CommandInput): void {
  if (args.path !== '-') return;
  const misplaced = OF_FILES.find((name) => flags.has(name) || lists[name]);
  if (misplaced) throw new UsageError(`--${misplaced} works with files, not with standard input.`);
}

/** Reads standard input, one line per turn, during the talk. */
async function live(input: CommandInput): Promise<LiveReport> {
  const { options, lists, streams } = input;
  const [participant, ...others] = lists.participant ?? [];
  if (!participant) throw new UsageError('--participant is missing: who is interviewed?');
  if (others.length > 0) throw new UsageError('Give --participant only once with standard input.');
  const ctx = await contextOf(input);
  const lines = readLines(streams.in as AsyncIterable<Uint8Array>);
  const report = await ingestLive(ctx, lines, {
    study: options.study as string,
    participant,
    onPiece: ({ liveCallIds }) => {
      for (const id of liveCallIds) void write(streams.err, `A live call is in the inbox: ${id}\n`);
    },
  });
  await runEngine(ctx, 'changed');
  return report;
}

/** Runs until it is interrupted. Returns the last report, if anything was imported. */
async function watch(input: CommandInput): Promise<IngestReport | undefined> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  let latest: IngestReport | undefined;
  await watchPath(input.args.path as string, {
    signal: stop.signal,
    onChange: async (files) => {
      if (files > 0) latest = await ingestNow(input);
      await write(input.streams.err, `Watching ${input.args.path}; press Ctrl+C to stop.\n`);
    },
  });
  if (!latest) await write(input.streams.err, 'Nothing was ingested.\n');
  return latest;
}

export const ingest = command({
  name: 'ingest',
  summary:
    'turn interview files into source items, evidence, themes and signals (- reads a live interview from standard input)',
  args: ['path'],
  options: {
    team: { type: 'string' },
    study: { type: 'string' },
    interviewer: { type: 'string', multiple: true },
    map: { type: 'string', multiple: true },
    mask: { type: 'boolean' },
    anonymous: { type: 'boolean' },
    watch: { type: 'boolean' },
    estimate: { type: 'boolean' },
    participant: { type: 'string', multiple: true },
  },
  required: ['team', 'study'],
  run: async (input) => {
    refuseMisplaced(input);
    if (input.args.path === '-') return live(input);
    if (input.flags.has('estimate')) return estimated(input);
    return input.flags.has('watch') ? watch(input) : ingestNow(input);
  },
  show: (answer, { team, study }) => {
    if ('calls' in answer) return estimateSummary(answer);
    if (!('files' in answer)) return liveSummary(answer);
    return summary(answer, { team: team as string, study: study as string });
  },
  complaint: (answer: IngestReport | LiveReport | PathEstimate) => {
    if ('calls' in answer) return undefined;
    return 'files' in answer ? problemOf(answer) : answer.failure;
  },
});
