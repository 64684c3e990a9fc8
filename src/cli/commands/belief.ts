import { mergeSignals, retireSignal } from '../../analysis/curate/merge-signals.js';
import { mergeThemes } from '../../analysis/curate/merge-themes.js';
import { renameSignal, renameTheme } from '../../analysis/curate/rename.js';
import type { Context } from '../../context.js';
import { command } from '../command.js';
import { operatorContext } from '../operator-context.js';

const rename = (kind: 'theme' | 'signal', verb: typeof renameTheme) =>
  command({
    name: `${kind} rename`,
    summary: `give a ${kind} a name of your own, which the service keeps`,
    args: ['id'],
    options: { team: { type: 'string' }, label: { type: 'string' } },
    required: ['team', 'label'],
    run: async (input) => {
      const [id, label] = [input.args.id as string, input.options.label as string];
      await verb(await operatorContext(input), id, label);
      return { [`${kind}Id`]: id, label: label.trim() };
    },
    show: (renamed) => `The ${kind} is called ${JSON.stringify(renamed.label)} now.`,
  });

const merge = (
  kind: 'theme' | 'signal',
  summary: string,
  verb: (ctx: Context, id: string, intoId: string) => Promise<void>,
) =>
  command({
    name: `${kind} merge`,
    summary,
    args: ['id'],
    options: { team: { type: 'string' }, into: { type: 'string' } },
    required: ['team', 'into'],
    run: async (input) => {
      const [id, into] = [input.args.id as string, input.options.into as string];
      await verb(await operatorContext(input), id, into);
      return { [`${kind}Id`]: id, into };
    },
    show: ({ into }) => `It is part of ${into} now.`,
  });

export const themeRename = rename('theme', renameTheme);
export const signalRename = rename('signal', renameSignal);
export const themeMerge = merge('theme', 'make two themes of a study one', mergeThemes);
export const signalMerge = merge('signal', 'make two signals one', mergeSignals);

export const signalRetire = command({
  name: 'signal retire',
  summary: 'close a signal that holds no longer; it is kept as a record',
  args: ['id'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    await retireSignal(await operatorContext(input), input.args.id as string);
    return { signalId: input.args.id as string };
  },
  show: ({ signalId }) => `${signalId} is retired.`,
});
