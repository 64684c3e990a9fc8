import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createModels } from '../../../integrations/models/index.js';
import type { ExampleWarning } from '../../analysis/codebook/check-examples.js';
import { codebookYaml, exportCodebook } from '../../analysis/codebook/codebook-file.js';
import { importCodebookWithQuotes } from '../../analysis/curate/import-codebook.js';
import { rereadTeam } from '../../analysis/read-waiting.js';
import { invalidRequest } from '../../core/errors.js';
import { counted } from '../../core/words.js';
import { runEngine } from '../../engine/run-engine.js';
import { whyUnreadable } from '../../interviews/find-files.js';
import { command, type Streams } from '../command.js';
import { operatorContext } from '../with-database.js';

export const codebookExport = command({
  name: 'codebook export',
  summary: 'print the codebook as YAML: what each belief says and what supports it',
  options: { team: { type: 'string' }, own: { type: 'boolean' } },
  required: ['team'],
  run: async (input) =>
    exportCodebook(await operatorContext(input), { own: input.flags.has('own') }),
  show: (codebook) => codebookYaml(codebook).trimEnd(),
});

async function textOf(file: string, streams: Streams): Promise<string> {
  if (file === '-') return (await buffer(streams.in)).toString('utf8');
  return readFile(file, 'utf8').catch((error) => {
    throw invalidRequest(`${JSON.stringify(file)} cannot be read: ${whyUnreadable(error)}.`);
  });
}

const inWords = ({ entryId, example, found }: ExampleWarning): string =>
  found
    ? `Warning: the patterns of ${entryId} find an example that does not count: ${JSON.stringify(example)}`
    : `Warning: the patterns of ${entryId} do not find its example ${JSON.stringify(example)}`;

export const codebookImport = command({
  name: 'codebook import',
  summary: 'import entries from a YAML file (- reads standard input), and read interviews again',
  args: ['file'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const models = createModels({ llm: input.config.llm });
    const ctx = { ...(await operatorContext(input)), models };
    const counts = await importCodebookWithQuotes(
      ctx,
      await textOf(input.args.file as string, input.streams),
    );
    const { interviewsRead, waiting, signalsFounded, quotesPlaced } = await rereadTeam(ctx);
    await runEngine(ctx, 'changed');
    return { ...counts, interviewsRead, waiting, signalsFounded, quotesPlaced };
  },
  show: ({ changed, retired, unchanged, warnings, ...done }) =>
    [
      [
        `${counted(changed, 'entry', 'entries')} changed, ${retired} retired, ${unchanged} unchanged`,
        ...(done.quotesAdded > 0 ? [`${counted(done.quotesAdded, 'quote')} placed`] : []),
        `${counted(done.interviewsRead, 'interview')} read again, ${counted(done.signalsFounded, 'signal')} added.`,
      ].join('; ') +
        (done.waiting > 0
          ? ` ${counted(done.waiting, 'interview')} left: the team's tokens for today are used up (LLM_DAILY_TOKENS); import it again tomorrow.`
          : ''),
      ...warnings.map(inWords),
    ].join('\n'),
});
