import { clearRemains } from '../../../db/clear-remains.js';
import { counted } from '../../core/words.js';
import { runEngine } from '../../engine/run-engine.js';
import { type Erasure, eraseParticipant } from '../../interviews/participants/erase-participant.js';
import {
  exportParticipant,
  type ParticipantExport,
} from '../../interviews/participants/export-participant.js';
import { finishAccepted } from '../../operations/snapshot/staged-import.js';
import { command } from '../command.js';
import { operatorContext } from '../with-database.js';

export const participantExport = command({
  name: 'participant export',
  summary: 'print all data about a participant, as JSON',
  args: ['participantId'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) =>
    exportParticipant(await operatorContext(input), input.args.participantId as string),
  show: (held: ParticipantExport) => JSON.stringify(held, null, 2),
});

export const participantErase = command({
  name: 'participant erase',
  summary: 'remove a participant’s words and data everywhere; this cannot be undone',
  args: ['participantId'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    await finishAccepted(ctx); // otherwise it would store the person again
    const erasure = await eraseParticipant(ctx, input.args.participantId as string);
    await runEngine(ctx, 'changed');
    const embedded = input.config.databaseUrl === undefined;
    return { ...erasure, remains: await clearRemains(input.system.dataSource, { embedded }) };
  },
  show: ({
    record,
    sourceItems,
    quotes,
    texts,
    patterns,
    remains,
  }: Erasure & { remains: string[] }) =>
    [
      `Erased, and recorded as ${record}: ${sourceItems} source items, ${quotes} quotes, ${texts} other texts.`,
      ...(patterns > 0
        ? [
            `${counted(patterns, 'pattern')} of the codebook that had their words ${patterns === 1 ? 'was' : 'were'} removed.`,
          ]
        : []),
      ...remains,
    ].join('\n'),
});
