import { clearRemains } from '../../../db/clear-remains.js';
import { participantIdsOf, participantsListed } from '../../../db/queries/participants.js';
import type { Context } from '../../core/context.js';
import { invalidRequest, NotFound } from '../../core/errors.js';
import { counted } from '../../core/words.js';
import { runEngine } from '../../engine/run-engine.js';
import { type Erasure, eraseParticipant } from '../../interviews/participants/erase-participant.js';
import {
  exportParticipant,
  type ParticipantExport,
} from '../../interviews/participants/export-participant.js';
import { finishAccepted } from '../../operations/snapshot/staged-import.js';
import { command, wholeNumber } from '../command.js';
import { studyIdOf } from '../study-named.js';
import { operatorContext } from '../with-database.js';

const IDS_NAMED = 5;
const LISTED = 50;

/** Adds to the error on an id that nobody has the ids of those who have it as their name. */
const withIds =
  (ctx: Context, named: string) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof NotFound)) throw error;
    const found = await ctx.db.rows(participantIdsOf, named, IDS_NAMED);
    const ids = found.map(({ participantId }) => participantId).join(', ');
    throw invalidRequest(
      ids
        ? `${JSON.stringify(named)} is a name, and the command needs the id: ${ids}.`
        : `${error.message} participant list --team TEAM shows the ids.`,
    );
  };

export const participantList = command({
  name: 'participant list',
  summary: 'list the participants with their ids, by name',
  options: { team: { type: 'string' }, study: { type: 'string' }, limit: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const limit = wholeNumber(input.options, 'limit', { min: 1, max: 10_000 }) ?? LISTED;
    const ctx = await operatorContext(input);
    const { study } = input.options;
    const studyId = study === undefined ? null : await studyIdOf(ctx, study);
    const found = await ctx.db.rows(participantsListed, studyId, limit);
    return {
      total: found[0]?.all ?? 0,
      participants: found.map(({ all: _, ...participant }) => participant),
    };
  },
  show: ({ total, participants }) => {
    if (total === 0) return 'There are no participants.';
    const left = total - participants.length;
    return [
      ...participants.map(
        ({ participantId, displayName, studies, interviews }) =>
          `${participantId}  ${[displayName, counted(interviews, 'interview'), ...studies].join(', ')}`,
      ),
      ...(left > 0 ? [`and ${left} more: --limit N lists more`] : []),
    ].join('\n');
  },
});

export const participantExport = command({
  name: 'participant export',
  summary: 'print all data about a participant, as JSON',
  args: ['participantId'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const ctx = await operatorContext(input);
    const id = input.args.participantId as string;
    return exportParticipant(ctx, id).catch(withIds(ctx, id));
  },
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
    const id = input.args.participantId as string;
    const erasure = await eraseParticipant(ctx, id).catch(withIds(ctx, id));
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
