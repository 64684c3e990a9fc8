import { describe, expect, it } from 'vitest';
import { Participant } from '../../db/entities/study.js';
import { teamStatement } from '../../db/statement.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
const names = teamStatement<{ displayName: string }>(
  'test.names',
  `select display_name as "displayName" from participants where team_id = $1 order by participant_id`,
);
const person = (participantId: string) => ({ participantId, displayName: participantId });

describe('a team database', () => {
  it('reads and writes its own team only', async () => {
    const [ours, theirs] = [await database.createTeam(), await database.createTeam()];
    const db = database.system.team(ours);
    await db.insert(Participant, person('p1'));
    await database.system.team(theirs).insert(Participant, person('p2'));

    expect(await db.rows(names)).toEqual([{ displayName: 'p1' }]);
    expect(await db.findOne(Participant, { participantId: 'p2' })).toBeUndefined();
    expect(await db.update(Participant, { participantId: 'p2' }, { displayName: 'x' })).toBe(0);
    expect(await db.delete(Participant, { participantId: 'p2' })).toBe(0);
  });

  it('keeps nothing of a transaction that fails', async () => {
    const db = database.system.team(await database.createTeam());
    const failing = db.transaction(async (tx) => {
      await tx.insert(Participant, person('p1'));
      expect(await tx.rows(names)).toHaveLength(1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.rows(names)).toEqual([]);
  });

  it('refuses a statement that is not bound to a team', () => {
    expect(() => teamStatement('test.all', 'select * from participants')).toThrow(/not bound/);
  });

  it('refuses a statement that mixes numbers with names', () => {
    expect(() =>
      teamStatement<never, { name: string }>(
        'test.mixed',
        ($) => `update teams set name = ${$.name} where team_id = $1 and name <> $3`,
      ),
    ).toThrow('statement test.mixed mixes $3 with names');
  });

  it('binds arguments by name, each to every place that names it', async () => {
    const db = database.system.team(await database.createTeam());
    const between = teamStatement<{ id: string }, { last: string; first: string; other?: string }>(
      'test.between',
      ($) => `select participant_id as id from participants
               where team_id = $1 and ${$.first} <= ${$.last}
                 and participant_id between ${$.first} and ${$.last} order by 1`,
    );
    for (const id of ['p1', 'p2', 'p3', 'p4']) await db.insert(Participant, person(id));
    const rows = await db.rows(between, { first: 'p2', last: 'p3', other: 'unused' });
    expect(rows.map(({ id }) => id)).toEqual(['p2', 'p3']);
    const incomplete = { first: 'p2' } as { first: string; last: string };
    await expect(db.rows(between, incomplete)).rejects.toThrow(
      'statement test.between is called without last',
    );
  });
});
