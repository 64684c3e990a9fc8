import { beforeEach, describe, expect, it } from 'vitest';
import { Signal } from '../../db/entities/signal.js';
import { Participant } from '../../db/entities/study.js';
import { mergeSignals, retireSignal } from '../../src/analysis/curate/merge-signals.js';
import {
  changeQuestions,
  LONGEST_QUESTION,
  MOST_QUESTIONS,
} from '../../src/analysis/curate/questions.js';
import { ask } from '../../src/answers/ask/ask.js';
import { listHistory } from '../../src/beliefs/history/history.js';
import type { Context } from '../../src/core/context.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useDatabase } from '../support/database.js';
import { seed } from './seed.js';

const database = useDatabase();
let ctx: Context;

beforeEach(async () => {
  ctx = database.context(await database.createTeam());
  await seed(
    ctx,
    [
      { id: 'r1', quote: 'I type each refund twice.', theme: 'refunds', person: 'Byron' },
      { id: 'r2', quote: 'Refunds go in by hand, again.', theme: 'refunds', person: 'Bo' },
      { id: 'i1', quote: 'The invitation never came.', theme: 'invites', person: 'Cy' },
    ],
    [
      { id: 'refunds', label: 'Refunds are retyped', themes: { refunds: 'supports' } },
      { id: 'invites', label: 'Invitations get lost', themes: { invites: 'supports' } },
    ],
  );
});

const questionsOf = async (signalId: string, of = ctx): Promise<readonly string[]> =>
  (await of.db.findOne(Signal, { signalId }))!.questions;
async function exported(): Promise<string[]> {
  let text = '';
  await exportSnapshot(ctx, async (part) => {
    text += part;
  });
  return text.trimEnd().split('\n');
}
const firstBelief = async (question: string, of = ctx): Promise<string | undefined> =>
  (await ask(of, question)).parts.beliefs[0]?.signalId;

describe('the questions of a belief', () => {
  const OTHER_WORDS = 'Where do the cashiers in Leeds lose their afternoon?';

  it('lead to it, although it shares no word with them', async () => {
    expect(await firstBelief(OTHER_WORDS)).toBeUndefined();
    await changeQuestions(ctx, 'refunds', { add: ['do cashiers lose an afternoon?'] });
    const { answer, parts } = await ask(ctx, OTHER_WORDS);
    expect(parts.beliefs[0]?.signalId).toBe('refunds');
    expect(answer).toContain('Refunds are retyped');
    expect(answer).toContain('I type each refund twice.');
    expect(answer).not.toContain('do cashiers lose');
  });

  it('lead to the belief that has the nearest one', async () => {
    await changeQuestions(ctx, 'invites', { add: ['who cannot join because of lost mail?'] });
    await changeQuestions(ctx, 'refunds', { add: ['who wastes time because of paperwork?'] });
    expect(await firstBelief('who loses time over paperwork?')).toBe('refunds');
    expect(await firstBelief('did mail get lost?')).toBe('invites');
  });

  it('are answered when they are asked, and only near when the opposite or a number is asked', async () => {
    await changeQuestions(ctx, 'refunds', { add: ['Who has to enter money twice at the office?'] });
    const kindOf = async (question: string) => (await ask(ctx, question)).parts.kind;
    expect(await kindOf('who has to enter money twice at the office')).toBe('answered');
    expect(await kindOf('Who enters the money twice in their office?')).toBe('answered');
    expect(await kindOf('Who never has to enter money twice at the office?')).toBe('near');
    expect(await kindOf('How often does the office enter money twice?')).toBe('near');
    expect(await kindOf('Did the office enter money twice last week?')).toBe('near');
    expect(await kindOf('Who paints the office?')).toBe('not covered');
  });

  it('lead to the belief that has the very question, before one that has its words', async () => {
    const add = (signalId: string, ...questions: string[]) =>
      changeQuestions(ctx, signalId, { add: questions });
    await add('refunds', 'Is paper better for the ledger?', 'Who wants a paper ledger on paper?');
    await add('invites', 'Who does the ledger?');
    expect(await firstBelief('who does the ledger')).toBe('invites');
    expect(await firstBelief('Who wants a paper ledger?')).toBe('refunds');
  });

  it('lead to the belief that has several like it, rather than to one that has a single one', async () => {
    const add = (signalId: string, ...questions: string[]) =>
      changeQuestions(ctx, signalId, { add: questions });
    await add(
      'invites',
      'Do guests wait for a letter?',
      'Who prints the menu?',
      'Is the hall cold?',
    );
    await add('refunds', 'Do clerks wait for a letter?', 'Is a letter lost while clerks wait?');
    await add('refunds', 'Why does every letter wait so long?');
    expect(await firstBelief('does the letter wait?')).toBe('refunds');
    expect(await firstBelief('do guests wait for the letter?')).toBe('invites');
  });

  it('are found behind the situation that someone tells first', async () => {
    await changeQuestions(ctx, 'refunds', {
      add: ['How is money returned to a customer?', 'Is returned money entered twice?'],
    });
    const question =
      'Support lead here, sorry if this was discussed on Tuesday. Three angry shops rang us again about ' +
      'money that was returned and entered twice. Is that just bad luck, or something bigger?';
    expect(await firstBelief(question)).toBe('refunds');
  });

  it('lead to an archived belief, too, which is named as closed', async () => {
    await retireSignal(ctx, 'refunds');
    await changeQuestions(ctx, 'refunds', { add: ['do cashiers lose an afternoon?'] });
    const { answer } = await ask(ctx, OTHER_WORDS);
    expect(answer).toContain('(closed: retired): Refunds are retyped');
  });

  it('are kept once each, in the first spelling, and recorded', async () => {
    await changeQuestions(ctx, 'refunds', { add: ['  Why   twice? ', 'why twice'] });
    await changeQuestions(ctx, 'refunds', { add: ['WHY TWICE?', 'Who retypes?'] });
    expect(await questionsOf('refunds')).toEqual(['Why twice?', 'Who retypes?']);
    await changeQuestions(ctx, 'refunds', { remove: ['why twice', 'never added'] });
    expect(await questionsOf('refunds')).toEqual(['Who retypes?']);
    expect((await listHistory(ctx, { limit: 10 })).map(({ detail }) => detail)).toEqual([
      { removed: ['Why twice?'] },
      { added: ['Who retypes?'] },
      { added: ['Why twice?'] },
    ]);
  });

  it('are refused when they are empty, too long or too many, and nothing is stored', async () => {
    const add = (...questions: string[]) => changeQuestions(ctx, 'refunds', { add: questions });
    await expect(add('Why twice?', '?!')).rejects.toThrow('with a letter or a digit');
    await expect(add('x'.repeat(LONGEST_QUESTION + 1))).rejects.toThrow('1 to 200 characters');
    const many = Array.from({ length: MOST_QUESTIONS + 1 }, (_, at) => `Question ${at}?`);
    await expect(add(...many)).rejects.toThrow('at most 40 questions; with these it would have 41');
    expect(await questionsOf('refunds')).toEqual([]);
    await expect(changeQuestions(ctx, 'none', { add: ['Why?'] })).rejects.toThrow('none');
  });

  it('are all kept when several people add some at once', async () => {
    const added = Array.from({ length: 8 }, (_, at) => `Question number ${at}?`);
    await Promise.all(added.map((one) => changeQuestions(ctx, 'refunds', { add: [one] })));
    expect([...(await questionsOf('refunds'))].sort()).toEqual(added);
  });

  it('move along when the belief is merged', async () => {
    await changeQuestions(ctx, 'refunds', { add: ['Why twice?'] });
    await changeQuestions(ctx, 'invites', { add: ['Who waits?', 'why twice'] });
    await mergeSignals(ctx, 'refunds', 'invites');
    expect(await questionsOf('invites')).toEqual(['Who waits?', 'why twice']);
  });

  it('lead to the belief that another was merged into, and not to the retired one', async () => {
    const question = 'Is there double entry of returned money?';
    await changeQuestions(ctx, 'refunds', { add: [question] });
    await mergeSignals(ctx, 'refunds', 'invites');
    expect(await questionsOf('refunds')).toEqual([]);
    expect(await firstBelief(question)).toBe('invites');
    expect(
      (await ask(ctx, 'Where is returned money entered, is there double entry?')).parts,
    ).toMatchObject({ kind: 'answered', beliefs: [{ signalId: 'invites' }] });
  });

  it('lose the name of an erased participant, and can be exported and imported all the same', async () => {
    await ctx.db.update(Participant, { participantId: 'Byron' }, { displayName: 'Al Ko' });
    const longest = `Does Al Ko type ${'x'.repeat(LONGEST_QUESTION - 16)}`;
    await changeQuestions(ctx, 'refunds', { add: [longest] });
    await eraseParticipant(ctx, 'Byron');
    expect(JSON.stringify(await questionsOf('refunds'))).not.toContain('Al Ko');
    const other = database.context(await database.createTeam());
    const lines = await exported();
    await importSnapshot(other, () => lines);
    expect(await questionsOf('refunds', other)).toEqual(await questionsOf('refunds'));
  });

  it('come along in a snapshot, and importing it again changes nothing', async () => {
    await changeQuestions(ctx, 'refunds', { add: ['do cashiers lose an afternoon?'] });
    const lines = await exported();
    const other = database.context(await database.createTeam());
    for (let time = 0; time < 2; time++) await importSnapshot(other, () => lines);
    expect(await questionsOf('refunds', other)).toEqual(await questionsOf('refunds'));
    expect(await firstBelief(OTHER_WORDS, other)).toBe('refunds');
  });
});
