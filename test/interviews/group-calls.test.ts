import { describe, expect, it } from 'vitest';
import { Participant } from '../../db/entities/study.js';
import { searchEvidence } from '../../src/answers/search/find-evidence.js';
import type { Context } from '../../src/core/context.js';
import { openStudyNamed } from '../../src/interviews/open-study.js';
import { eraseParticipant } from '../../src/interviews/participants/erase-participant.js';
import { ingestFile } from '../../src/interviews/take-file.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

const CALL = [
  ['Mara Lind', 'Welcome everybody. How do you send your invoices to the accountant?'],
  ['Ole Berg', 'We tried the Zephyr bridge for that, which I set up twice last year.'],
  ['Iva Holm', 'I hate it, I lost two days and in the end I copied every number by hand.'],
  ['Mara Lind', 'And what do you do at the end of the year?'],
  ['Ole Berg', 'I need one report for the whole year, because the tax office asks me for it.'],
  ['Iva Holm', 'I built that report myself in a spreadsheet, it takes me a week each time.'],
  ['Mara Lind', 'Is there anything that works well for you?'],
  ['Iva Holm', 'I love the reminders, they saved me twice from paying far too late.'],
  ['Ole Berg', 'The reminders annoy me, I get five of them for every single invoice.'],
] as const;

async function ingestCall(ctx: Context, turns: readonly (readonly [string, string])[]) {
  const { studyId } = await openStudyNamed(ctx, 'Billing');
  const transcript = turns.map(([speaker, text]) => ({ speaker, text }));
  const content = new TextEncoder().encode(JSON.stringify({ transcript }));
  return ingestFile(ctx, { studyId, fileName: 'call.json', content });
}

const found = async (ctx: Context, query: string): Promise<string[]> =>
  (await searchEvidence(ctx, { query })).map(({ item }) => item.quote);

describe('a quote from a group call', () => {
  it('is found by what another participant said just before it, and stands next to it', async () => {
    const ctx = database.context(await database.createTeam());
    const { participants } = await ingestCall(ctx, CALL);
    expect(participants).toEqual(['Ole Berg', 'Iva Holm']);
    const [first, second] = await found(ctx, 'Zephyr bridge');
    expect(first).toContain('Zephyr');
    expect(second).toContain('copied every number by hand');
  });

  it('forgets these words when they are corrected, or their speaker is erased', async () => {
    const ctx = database.context(await database.createTeam());
    await ingestCall(ctx, CALL);
    const corrected = CALL.map(
      ([speaker, text]) => [speaker, text.replace('Zephyr', 'Mistral')] as const,
    );
    expect(await ingestCall(ctx, corrected)).toMatchObject({ outcome: 'corrected' });
    expect(await found(ctx, 'Zephyr')).toEqual([]);
    expect((await found(ctx, 'Mistral'))[1]).toContain('copied every number by hand');
    const ole = await ctx.db.findOne(Participant, { displayName: 'Ole Berg' });
    await eraseParticipant(ctx, ole?.participantId as string);
    expect(await found(ctx, 'Mistral')).toEqual([]);
    expect((await found(ctx, 'copied every number'))[0]).toContain('by hand');
  });
});
