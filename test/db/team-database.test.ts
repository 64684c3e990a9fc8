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
});
